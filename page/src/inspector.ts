// What is known of the body, pair or joint that is selected: numbers now, curves over time.
import { STATUS, type Run } from "./data";
import { button, csv, download, el, icon } from "./dom";
import { show } from "./format";
import { Plot, type PlotOptions } from "./plots";
import type { Selection, State } from "./state";

const HEIGHT = 120;

interface PairSeries {
  time: Float64Array;
  normal: Float64Array;
  tangential: Float64Array;
  gap: Float64Array;
  points: Float64Array;
  status: Float64Array;
}

export class Inspector {
  readonly element = el("aside", { class: "inspector", hidden: "" });
  plots: Plot[] = [];
  private now: (() => void) | null = null;
  /** Counts selections, so that answers of the server to old ones are not shown. */
  private turn = 0;

  constructor(private readonly run: Run, private readonly state: State, private readonly served: boolean) {
    state.on("selection", () => this.fill());
    state.on("time", () => this.update());
    state.on("theme", () => this.plots.forEach((plot) => plot.redraw()));
  }

  update(): void {
    this.now?.();
    for (const plot of this.plots) plot.update();
  }

  fill(): void {
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    this.now = null;
    this.turn++;
    const { selection } = this.state;
    this.element.hidden = selection.kind === "none";
    this.element.replaceChildren();
    if (selection.kind === "body") this.body(selection.body);
    if (selection.kind === "pair") this.pair(selection.a, selection.b);
    if (selection.kind === "joint") this.joint(selection.joint);
    if (selection.kind === "joint" && !this.plots.length) this.element.hidden = true;
  }

  private title(name: string, what: string): void {
    const close = button("", "deselect (Esc)", () => this.state.select({ kind: "none" }), "icon");
    close.append(icon("close"));
    const table = button("CSV", "download these series", () => this.save(name));
    this.element.append(
      el("header", {}, el("div", {}, el("h2", {}, name), el("p", { class: "muted" }, what)), el("div", { class: "row" }, table, close)),
    );
  }

  private save(name: string): void {
    const columns: [string, ArrayLike<number>][] = [];
    for (const plot of this.plots) {
      if (plot.options.series[0]?.values.length !== (columns[0]?.[1].length ?? plot.options.time.length)) continue;
      columns.push(...plot.table().slice(columns.length ? 1 : 0));
    }
    download(`${this.run.head.name}-${name.replace(/[^\w.-]+/g, "_")}.csv`, "text/csv", csv(columns));
  }

  private add(options: Omit<PlotOptions, "height">): void {
    const plot = new Plot(this.state, { ...options, height: HEIGHT });
    this.plots.push(plot);
    this.element.append(plot.element);
  }

  private body(body: number): void {
    const { run } = this;
    const { head } = run;
    const it = head.bodies[body];
    const kind = { free: `moves freely, ${show(it.mass)} kg`, fixed: "fixed", moved: "follows a motion" }[it.kind];
    const shapes = [...new Set(it.shapes.map(([shape]) => head.shapes[shape].kind))].join(", ");
    this.title(it.name, [kind, shapes].filter(Boolean).join(" · "));
    const contacts = el("div", { class: "touching" });
    this.element.append(contacts);
    this.now = () => this.touching(body, contacts);
    this.now();
    const columns = head.body_columns;
    if (run.moving[body] >= 0) {
      const local = new Map(columns.map((name, k) => [name, run.bodySeries(body, k)]));
      this.bodyPlots(run.times, local);
      if (this.served) void this.fetchBody(body, it.name);
    }
    if (head.contacts && run.forceN.length) this.netForce(body);
  }

  private bodyPlots(time: ArrayLike<number>, of: Map<string, ArrayLike<number>>): void {
    const group = (title: string, unit: string, names: string[]) => {
      const known = names.filter((name) => of.has(name));
      const series = known.map((name, k) => ({ label: name, values: of.get(name)!, colour: k }));
      if (series.length) this.add({ title, unit, time, series });
    };
    group("Position", "m", ["x", "y", "z"]);
    group("Velocity", "m/s", ["vx", "vy", "vz"]);
    if (of.has("angle")) group("Angle", "rad", ["angle"]);
    else group("Quaternion", "", ["qw", "qx", "qy", "qz"]);
    group("Angular velocity", "rad/s", ["wx", "wy", "wz"]);
  }

  /** The server has every number in full. */
  private async fetchBody(body: number, name: string): Promise<void> {
    const turn = this.turn;
    const answer = await fetch(`series?body=${encodeURIComponent(name)}`).catch(() => null);
    if (!answer?.ok || turn !== this.turn) return;
    const full = (await answer.json()) as Record<string, (number | null)[]>;
    if (turn !== this.turn) return;
    for (const plot of this.plots) plot.destroy();
    this.plots = [];
    const numbers = (list: (number | null)[]) => Float64Array.from(list, (x) => x ?? NaN);
    const of = new Map(Object.entries(full).map(([key, list]) => [key, numbers(list)]));
    this.bodyPlots(of.get("time") ?? [], of);
    if (this.run.head.contacts && this.run.forceN.length) this.netForce(body);
    this.element.dataset.full = name;
    this.update();
  }

  /** Contacts of the body now. */
  private touching(body: number, into: HTMLElement): void {
    const { run } = this;
    const frame = run.contactFrame(run.frameAt(this.state.time));
    const found = new Map<number, { force: number; status: number }>();
    for (let i = run.starts[frame] ?? 0; i < (run.starts[frame + 1] ?? 0); i++) {
      if (run.a[i] !== body && run.b[i] !== body) continue;
      const other = run.a[i] === body ? run.b[i] : run.a[i];
      const before = found.get(other) ?? { force: 0, status: 0 };
      found.set(other, { force: before.force + run.forceN[i], status: Math.max(before.status, run.status[i]) });
    }
    const list = [...found].sort((x, y) => y[1].force - x[1].force).slice(0, 12);
    into.replaceChildren(
      ...list.map(([other, { force, status }]) => {
        const chip = button(run.bodyName(other), "show this contact", () => this.state.select(pairOf(run, body, other)), "chip");
        chip.prepend(el("i", { class: `status ${STATUS[status]}` }));
        chip.append(el("span", { class: "value" }, `${show(force, 3)} N`));
        return chip;
      }),
    );
  }

  private netForce(body: number): void {
    const { run } = this;
    const frames = contactFrames(run);
    const time = Float64Array.from(frames, (k) => run.times[k]);
    const parts = [0, 1, 2].map(() => new Float64Array(frames.length));
    frames.forEach((k, row) => {
      for (let i = run.starts[k]; i < run.starts[k + 1]; i++) {
        const sign = run.b[i] === body ? 1 : run.a[i] === body ? -1 : 0;
        if (sign) for (let c = 0; c < 3; c++) parts[c][row] += sign * run.force[3 * i + c];
      }
    });
    const axes = run.head.plane ? ["x", "y"] : ["x", "y", "z"];
    this.add({ title: "Contact force", unit: "N, sum of all contacts", time, series: axes.map((axis, c) => ({ label: `F${axis}`, values: parts[c], colour: c })) });
  }

  private pair(a: number, b: number): void {
    const { run } = this;
    this.title(`${run.bodyName(a)} – ${run.bodyName(b)}`, "contact; the force acts on the second body");
    const line = el("p", { class: "pair-now" });
    const chips = el("div", { class: "touching" });
    for (const body of [a, b]) chips.append(button(run.bodyName(body), "show this body", () => this.state.select({ kind: "body", body }), "chip"));
    this.element.append(line, chips);
    const s = pairSeries(run, a, b);
    this.now = () => {
      const k = s.time.length ? indexOf(s.time, this.state.time) : -1;
      const status = STATUS[s.status[k] ?? 0];
      const here = k >= 0 && s.points[k] > 0;
      line.replaceChildren(el("i", { class: `status ${here ? status : "open"}` }), here ? `${status}, ${show(s.normal[k])} N normal` : "apart");
    };
    this.now();
    const one = (title: string, unit: string, series: PlotOptions["series"]) => this.add({ title, unit, time: s.time, series });
    one("Force", "N", [
      { label: "normal", values: s.normal, colour: 0 },
      { label: "tangential", values: s.tangential, colour: 1 },
    ]);
    one("Gap", "m, least", [{ label: "gap", values: s.gap, colour: 2 }]);
    one("Status", "0 open, 1 stick, 2 slip, 3 impact", [{ label: "status", values: s.status, colour: 3, bars: true }]);
    if (s.points.some((n) => n > 1)) one("Points", "contacts of the pair", [{ label: "points", values: s.points, colour: 4, bars: true }]);
  }

  private joint(name: string): void {
    const { run } = this;
    const columns = run.head.columns.map((c, k) => ({ ...c, k })).filter((c) => c.group === "joint" && c.name.startsWith(`${name}.`));
    if (!columns.length) return;
    this.title(name, `joint: ${run.head.links.find((l) => l.name === name)?.kind ?? "gear"}`);
    for (const column of columns) {
      const values = run.columnSeries(column.k);
      const what = column.name.slice(name.length + 1);
      const unit = { coordinate: "rad or m", velocity: "rad/s or m/s", force: "N", torque: "N·m" }[what] ?? "";
      if (values.some((x) => !Number.isNaN(x))) this.add({ title: what[0].toUpperCase() + what.slice(1), unit, time: run.times, series: [{ label: what, values }] });
    }
  }
}

function indexOf(time: Float64Array, t: number): number {
  let k = 0;
  while (k + 1 < time.length && time[k + 1] <= t + 1e-9 * Math.abs(time[time.length - 1])) k++;
  return k;
}

function contactFrames(run: Run): number[] {
  const out: number[] = [];
  for (let k = 0; k < run.times.length; k += run.head.contacts_every) out.push(k);
  return out;
}

/** The pair in the order in which the run has it. */
export function pairOf(run: Run, body: number, other: number): Selection {
  for (let i = 0; i < run.a.length; i++) {
    if (run.a[i] === body && run.b[i] === other) return { kind: "pair", a: body, b: other };
    if (run.a[i] === other && run.b[i] === body) return { kind: "pair", a: other, b: body };
  }
  return { kind: "pair", a: body, b: other };
}

function pairSeries(run: Run, a: number, b: number): PairSeries {
  const frames = contactFrames(run);
  const n = frames.length;
  const make = () => new Float64Array(n);
  const s: PairSeries = { time: make(), normal: make(), tangential: make(), gap: make().fill(NaN), points: make(), status: make() };
  frames.forEach((k, row) => {
    s.time[row] = run.times[k];
    const t = [0, 0, 0];
    for (let i = run.starts[k]; i < run.starts[k + 1]; i++) {
      const straight = run.a[i] === a && run.b[i] === b;
      if (!straight && !(run.a[i] === b && run.b[i] === a)) continue;
      const fn = run.forceN[i];
      s.normal[row] += fn;
      for (let c = 0; c < 3; c++) t[c] += (straight ? 1 : -1) * (run.force[3 * i + c] - fn * run.normal[3 * i + c]);
      s.gap[row] = Number.isNaN(s.gap[row]) ? run.gap[i] : Math.min(s.gap[row], run.gap[i]);
      s.status[row] = Math.max(s.status[row], run.status[i]);
      s.points[row]++;
    }
    s.tangential[row] = Math.hypot(t[0], t[1], t[2]);
  });
  return s;
}
