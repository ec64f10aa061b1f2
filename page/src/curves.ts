// Systems without bodies: their series, large, and portraits of position against velocity.
import type { Run } from "./data";
import { el } from "./dom";
import { ticks } from "./format";
import { Plot, indexAt, type Series } from "./plots";
import type { State } from "./state";
import { DARK_SERIES, SERIES, isDark } from "./theme";

/** Curves in one plot. */
const TOGETHER = 4;

export function curves(run: Run, state: State): { element: HTMLElement; plots: Plot[]; portraits: Portrait[] } {
  const plots: Plot[] = [];
  const portraits: Portrait[] = [];
  const grid = el("div", { class: "curves" });
  const columns = run.head.columns.map((column, k) => ({ ...column, k }));
  const add = (title: string, unit: string, list: typeof columns, bars = false) => {
    for (let from = 0; from < list.length; from += TOGETHER) {
      const part = list.slice(from, from + TOGETHER);
      const series: Series[] = part.map((c, k) => ({ label: c.name, values: run.columnSeries(c.k), colour: k, bars }));
      const plot = new Plot(state, { title: list.length > TOGETHER ? `${title} ${from / TOGETHER + 1}` : title, unit, time: run.times, series, height: 210 });
      plots.push(plot);
      grid.append(plot.element);
    }
  };
  const of = (group: string) => columns.filter((c) => c.group === group);
  // Curves whose sizes differ a thousandfold do not share an axis.
  const apart = (title: string, list: typeof columns) => {
    const size = (c: (typeof columns)[number]) => Math.max(...Array.from(run.columnSeries(c.k), (x) => Math.abs(x) || 0));
    const sorted = [...list].sort((a, b) => size(b) - size(a));
    let group: typeof columns = [];
    for (const c of sorted) {
      if (group.length && size(c) > 0 && size(group[0]) > 300 * size(c)) {
        add(title, "", group.sort((a, b) => a.k - b.k));
        group = [];
      }
      group.push(c);
    }
    if (group.length) add(title, "", group.sort((a, b) => a.k - b.k));
  };
  const q = of("coordinate");
  const v = of("velocity");
  apart(v.length || !run.head.energy ? "Coordinates" : "State", q);
  apart("Velocities", v);
  apart("Outputs", of("output"));
  const contacts = [...new Set(of("contact").map((c) => c.name.replace(/\.[^.]*$/, "")))];
  for (const name of contacts) {
    const own = of("contact").filter((c) => c.name.startsWith(`${name}.`)).map((c) => ({ ...c, name: c.name.slice(name.length + 1) }));
    const moves = own.filter((c) => run.columnSeries(c.k).some((x) => Number.isFinite(x) && x !== 0));
    if (!moves.length) {
      const title = el("span", { class: "plot-title" }, `Contact ${name}`, el("span", { class: "unit" }, "never closed"));
      grid.append(el("section", { class: "plot" }, el("div", { class: "plot-caption" }, title)));
      continue;
    }
    add(`Contact ${name}`, "force, N", own.filter((c) => c.name.startsWith("force")));
    add(`Contact ${name}`, "gap, m", moves.filter((c) => c.name === "gap"));
    add(`Contact ${name}`, "0 open, 1 stick, 2 slip, 3 impact", moves.filter((c) => c.name === "status"), true);
  }
  if (q.length === v.length) {
    q.slice(0, 6).forEach((c, k) => {
      const portrait = new Portrait(state, run.times, [c.name, run.columnSeries(c.k)], [v[k].name, run.columnSeries(v[k].k)]);
      portraits.push(portrait);
      grid.append(portrait.element);
    });
  }
  return { element: grid, plots, portraits };
}

/** One series against another, with the present point. */
export class Portrait {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas");

  constructor(
    private readonly state: State,
    private readonly time: Float64Array,
    private readonly x: [string, Float64Array],
    private readonly y: [string, Float64Array],
  ) {
    const title = el("span", { class: "plot-title" }, "Phase portrait", el("span", { class: "unit" }, `${y[0]} over ${x[0]}`));
    const body = el("div", { class: "plot-body portrait" }, this.canvas);
    this.element = el("section", { class: "plot" }, el("div", { class: "plot-caption" }, title), body);
    new ResizeObserver(() => this.draw()).observe(body);
  }

  draw(): void {
    const { canvas } = this;
    const ratio = Math.min(2, devicePixelRatio);
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    if (!w || !h) return;
    if (canvas.width !== Math.round(w * ratio)) canvas.width = Math.round(w * ratio);
    if (canvas.height !== Math.round(h * ratio)) canvas.height = Math.round(h * ratio);
    const c = canvas.getContext("2d");
    if (!c) return;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, w, h);
    const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [x0, x1] = extent(this.x[1]);
    const [y0, y1] = extent(this.y[1]);
    const [left, bottom] = [56, 24];
    const px = (x: number) => left + ((x - x0) / (x1 - x0)) * (w - left - 12);
    const py = (y: number) => h - bottom - ((y - y0) / (y1 - y0)) * (h - bottom - 10);
    c.font = "10.5px system-ui, sans-serif";
    c.fillStyle = css("--muted");
    c.strokeStyle = css("--hair");
    c.lineWidth = 1;
    const xs = round(x0, x1, 5);
    const ys = round(y0, y1, 5);
    ticks(xs).forEach((text, k) => {
      c.textAlign = "center";
      c.fillText(text, px(xs[k]), h - 8);
      line(c, px(xs[k]), 10, px(xs[k]), h - bottom);
    });
    ticks(ys).forEach((text, k) => {
      c.textAlign = "right";
      c.fillText(text, left - 8, py(ys[k]) + 3.5);
      line(c, left, py(ys[k]), w - 12, py(ys[k]));
    });
    const palette = isDark(this.state.theme) ? DARK_SERIES : SERIES;
    c.strokeStyle = palette[0];
    c.lineWidth = 1.3;
    c.globalAlpha = 0.85;
    c.beginPath();
    const n = this.time.length;
    const stride = Math.max(1, Math.floor(n / 20000));
    for (let k = 0; k < n; k += stride) c.lineTo(px(this.x[1][k]), py(this.y[1][k]));
    c.stroke();
    c.globalAlpha = 1;
    const k = indexAt(this.time, this.state.time);
    c.fillStyle = css("--accent");
    c.beginPath();
    c.arc(px(this.x[1][k]), py(this.y[1][k]), 4.5, 0, 2 * Math.PI);
    c.fill();
    c.strokeStyle = css("--panel");
    c.lineWidth = 1.5;
    c.stroke();
  }
}

function line(c: CanvasRenderingContext2D, x: number, y: number, u: number, v: number): void {
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(u, v);
  c.stroke();
}

function extent(values: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const x of values) if (Number.isFinite(x)) [low, high] = [Math.min(low, x), Math.max(high, x)];
  if (!(high > low)) [low, high] = [(low || 0) - 1, (low || 0) + 1];
  const pad = 0.06 * (high - low);
  return [low - pad, high + pad];
}

function round(low: number, high: number, about: number): number[] {
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw) ?? raw;
  const out: number[] = [];
  for (let x = Math.ceil(low / step) * step; x <= high + 1e-12 * step; x += step) out.push(Math.abs(x) < 1e-12 * step ? 0 : x);
  return out;
}
