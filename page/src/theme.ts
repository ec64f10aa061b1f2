// Colours of the scene; those of the page are in style.css.

export type Rgb = [number, number, number];

export function rgb(hex: string): Rgb {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
}

export interface Palette {
  background: Rgb;
  ground: Rgb;
  grid: Rgb;
  fixed: Rgb;
  bodies: Rgb[];
  selected: Rgb;
  ink: Rgb;
  status: Rgb[];
  shadow: number;
}

const BODIES = ["#7f9dc0", "#c9a877", "#8fae8b", "#b58ea5", "#78aaa9", "#c58f7b", "#9892bd", "#aaa377"];
const DARK_BODIES = ["#7d9cc4", "#c7a670", "#8bb087", "#b98aa6", "#70abab", "#c98d76", "#9790c6", "#aca46f"];
/** Okabe and Ito's, for all kinds of sight: open, stick, slip, impact. */
export const STATUS_COLOURS = ["#8b9097", "#0072b2", "#e69f00", "#c2418f"];
const DARK_STATUS = ["#8b9097", "#56b4e9", "#f0b429", "#e06aae"];

export const LIGHT: Palette = {
  background: rgb("#f7f6f3"),
  ground: rgb("#efede8"),
  grid: rgb("#dedad2"),
  fixed: rgb("#bcbab5"),
  bodies: BODIES.map(rgb),
  selected: rgb("#6d4aff"),
  ink: rgb("#24262b"),
  status: STATUS_COLOURS.map(rgb),
  shadow: 0.1,
};

export const DARK: Palette = {
  background: rgb("#15171a"),
  ground: rgb("#1d2024"),
  grid: rgb("#2c3036"),
  fixed: rgb("#5c6066"),
  bodies: DARK_BODIES.map(rgb),
  selected: rgb("#a48bff"),
  ink: rgb("#e9e8e4"),
  status: DARK_STATUS.map(rgb),
  shadow: 0.28,
};

/** Series of plots, in this order. */
export const SERIES = ["#3b6fb6", "#c8741b", "#3d8f63", "#a14a86", "#6b7280", "#8a6d1d", "#2b8c96", "#b4443c"];
export const DARK_SERIES = ["#7aa7e8", "#e8a35c", "#77c196", "#d08bbd", "#a0a7b1", "#cdb15c", "#67c1ca", "#ee8a80"];

export function isDark(theme: "auto" | "light" | "dark"): boolean {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}
