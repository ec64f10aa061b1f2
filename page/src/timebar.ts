// Play, scrub, speed.
import type { Run } from "./data";
import { button, el, icon } from "./dom";
import { show } from "./format";
import type { State } from "./state";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];

export class Timebar {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = el("output", { class: "clock" });
  private readonly playButton: HTMLButtonElement;
  private readonly speed = el("select", { title: "speed (↑ ↓)", "aria-label": "speed" });
  private last = 0;

  constructor(private readonly run: Run, private readonly state: State) {
    const frames = run.times.length;
    this.slider = el("input", { type: "range", min: "0", max: String(Math.max(0, frames - 1)), step: "1", value: "0", "aria-label": "time" });
    this.slider.addEventListener("input", () => this.goto(+this.slider.value));
    const round = (name: string, title: string, act: () => void, kind = "icon") => {
      const b = button("", title, act, kind);
      b.append(icon(name));
      return b;
    };
    this.playButton = round("play", "play, pause (space)", () => this.toggle(), "icon play");
    for (const speed of SPEEDS) this.speed.append(el("option", { value: String(speed) }, `${speed}×`));
    this.speed.addEventListener("change", () => {
      state.speed = +this.speed.value;
      state.tell("camera");
    });
    const marks = el("div", { class: "marks" });
    const span = run.end - run.start || 1;
    let before = -1;
    for (const [, t] of run.head.outcome.failed) {
      const at = (100 * (t - run.start)) / span;
      if (at - before < 0.15) continue;
      before = at;
      const mark = el("i");
      mark.style.left = `${at}%`;
      marks.append(mark);
    }
    this.element = el(
      "div",
      { class: "timebar" },
      round("back", "one frame back (←)", () => this.step(-1)),
      this.playButton,
      round("next", "one frame forth (→)", () => this.step(1)),
      this.clock,
      el("div", { class: "track" }, marks, this.slider),
      this.speed,
    );
    state.on("time", () => this.update());
    state.on("playing", () => this.update());
    this.update();
  }

  /** A speed at which the run lasts some seconds. */
  static fitting(run: Run): number {
    const span = run.end - run.start;
    if (!(span > 0) || (span >= 2 && span <= 30)) return 1;
    return SPEEDS.reduce((best, s) => (Math.abs(Math.log(span / s / 7)) < Math.abs(Math.log(span / best / 7)) ? s : best), 1);
  }

  goto(frame: number): void {
    const k = Math.max(0, Math.min(this.run.times.length - 1, frame));
    this.state.time = this.run.times[k] ?? 0;
    this.state.tell("time");
  }

  step(by: number): void {
    if (this.state.playing) this.toggle();
    const k = this.run.frameAt(this.state.time);
    // Between frames, back means the one before.
    const between = this.state.time > this.run.times[k] + 1e-9 * (this.run.end - this.run.start);
    this.goto(k + by + (by < 0 && between ? 1 : 0));
  }

  faster(by: 1 | -1): void {
    const k = SPEEDS.findIndex((s) => s >= this.state.speed);
    this.state.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, k + by))];
    this.state.tell("camera");
    this.update();
  }

  toggle(): void {
    const { state, run } = this;
    state.playing = !state.playing;
    if (state.playing) {
      if (state.time >= run.end) state.time = run.start;
      this.last = performance.now();
      requestAnimationFrame((t) => this.tick(t));
    } else {
      this.goto(run.nearest(state.time));
    }
    state.tell("playing");
  }

  private tick(now: number): void {
    const { state, run } = this;
    if (!state.playing) return;
    const passed = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    state.time = Math.min(run.end, state.time + passed * state.speed);
    if (state.time >= run.end) {
      state.playing = false;
      state.tell("playing");
    } else requestAnimationFrame((t) => this.tick(t));
    state.tell("time");
  }

  private update(): void {
    const { run, state } = this;
    const k = run.frameAt(state.time);
    this.slider.value = String(k);
    const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(run.head.step || 1e-3))));
    const text = `${state.time.toFixed(digits)} s`;
    this.clock.replaceChildren(el("b", {}, text), el("span", {}, `step ${run.steps[k] ?? 0} of ${run.head.outcome.steps}`));
    this.slider.setAttribute("aria-valuetext", text);
    const name = state.playing ? "pause" : "play";
    if (this.playButton.dataset.icon !== name) {
      this.playButton.dataset.icon = name;
      this.playButton.replaceChildren(icon(name));
    }
    const speed = String(state.speed);
    if (![...this.speed.options].some((o) => o.value === speed)) this.speed.append(el("option", { value: speed }, `${show(state.speed)}×`));
    this.speed.value = speed;
  }
}
