// What the reader looks at: time, selection, what is drawn, theme. Everything here goes into the link.

export type Selection =
  | { kind: "none" }
  | { kind: "body"; body: number }
  | { kind: "pair"; a: number; b: number }
  | { kind: "joint"; joint: string };

export interface Display {
  contacts: boolean;
  forces: boolean;
  chains: boolean;
  joints: boolean;
  log: boolean;
  scale: number;
}

type Topic = "time" | "selection" | "display" | "theme" | "playing" | "camera";

export class State {
  time = 0;
  playing = false;
  speed = 1;
  selection: Selection = { kind: "none" };
  display: Display = { contacts: true, forces: true, chains: false, joints: true, log: false, scale: 1 };
  theme: "auto" | "light" | "dark" = "auto";
  private listeners = new Map<Topic, (() => void)[]>();

  on(topic: Topic, act: () => void): void {
    const list = this.listeners.get(topic) ?? [];
    list.push(act);
    this.listeners.set(topic, list);
  }

  tell(topic: Topic): void {
    for (const act of this.listeners.get(topic) ?? []) act();
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.tell("selection");
  }
}

const FLAGS: [keyof Display, string][] = [
  ["contacts", "c"],
  ["forces", "f"],
  ["chains", "n"],
  ["joints", "j"],
  ["log", "l"],
];

export interface Names {
  body(body: number): string;
  find(name: string): number;
}

/** The state as the part of a link after #. */
export function toHash(state: State, names: Names, camera: number[]): string {
  const parts = [`t=${+state.time.toPrecision(9)}`];
  const round = (x: number) => +x.toPrecision(5);
  if (camera.length) parts.push(`cam=${camera.map(round).join(",")}`);
  const s = state.selection;
  if (s.kind === "body") parts.push(`body=${encodeURIComponent(names.body(s.body))}`);
  if (s.kind === "pair") parts.push(`pair=${[s.a, s.b].map((b) => encodeURIComponent(names.body(b))).join(",")}`);
  if (s.kind === "joint") parts.push(`joint=${encodeURIComponent(s.joint)}`);
  parts.push(`show=${FLAGS.filter(([key]) => state.display[key]).map(([, letter]) => letter).join("") || "-"}`);
  if (state.display.scale !== 1) parts.push(`scale=${round(state.display.scale)}`);
  if (state.speed !== 1) parts.push(`speed=${state.speed}`);
  if (state.theme !== "auto") parts.push(`theme=${state.theme}`);
  return `#${parts.join("&")}`;
}

/** Takes up what a link says; returns its camera. Nothing in a link is trusted. */
export function fromHash(hash: string, state: State, names: Names): number[] | null {
  let camera: number[] | null = null;
  for (const part of hash.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    const [key, value] = [part.slice(0, at), part.slice(at + 1)];
    const word = safe(value);
    const number = Number(value);
    if (key === "t" && Number.isFinite(number)) state.time = number;
    if (key === "cam") {
      const list = value.split(",").map(Number);
      if (list.length === 7 && list.every(Number.isFinite)) camera = list;
    }
    if (key === "body") {
      const body = names.find(word);
      if (body >= 0) state.selection = { kind: "body", body };
    }
    if (key === "pair") {
      const [a, b] = value.split(",").map((name) => names.find(safe(name)));
      if (a >= 0 && b >= 0) state.selection = { kind: "pair", a, b };
    }
    if (key === "joint") state.selection = { kind: "joint", joint: word };
    if (key === "show") for (const [flag, letter] of FLAGS) (state.display[flag] as boolean) = value.includes(letter);
    if (key === "scale" && number > 0 && number <= 20) state.display.scale = number;
    if (key === "speed" && number > 0 && number <= 1000) state.speed = number;
    if (key === "theme" && (value === "light" || value === "dark")) state.theme = value;
  }
  return camera;
}

function safe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
