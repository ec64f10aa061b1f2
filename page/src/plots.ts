// Curves over time with uPlot: own legend with the values at the play head, own number format, a head that moves without
// drawing the curves again.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { el } from "./dom";
import { show, ticks } from "./format";
import type { State } from "./state";
import { DARK_SERIES, SERIES, isDark } from "./theme";

export interface Series {
  label: string;
  values: ArrayLike<number>;
  /** Place in the palette of series. */
  colour?: number;
  fill?: boolean;
  bars?: boolean;
}
export interface PlotOptions {
  title: string;
  unit?: string;
  time: ArrayLike<number>;
  series: Series[];
  height: number;
  log?: boolean;
  format?: (x: number) => string;
  /** Times marked in red. */
  marks?: ArrayLike<number>;
  axis?: boolean;
}

/** Most points in a curve: more than any screen has pixels. */
const POINTS = 6000;
/** On a logarithmic axis the worst of a few pixels tells more than every dip. */
const BINS = 320;

export class Plot {
  readonly element: HTMLElement;
  readonly options: PlotOptions;
  private readonly plot: uPlot;
  private readonly head = el("div", { class: "playhead" });
  private readonly values: HTMLElement[] = [];
  private readonly body = el("div", { class: "plot-body" });
  private hover: number | null = null;
  private readonly observer: ResizeObserver;

  constructor(private readonly state: State, options: PlotOptions) {
    this.options = options;
    const { series } = options;
    const legend = series.map((s, k) => {
      const value = el("span", { class: "value" });
      this.values.push(value);
      const swatch = el("i");
      swatch.style.setProperty("--light", SERIES[(s.colour ?? k) % SERIES.length]);
      swatch.style.setProperty("--dark", DARK_SERIES[(s.colour ?? k) % SERIES.length]);
      return el("span", { class: "key" }, swatch, s.label, value);
    });
    const caption = el("div", { class: "plot-caption" });
    const title = el("span", { class: "plot-title" }, options.title);
    if (options.unit) title.append(el("span", { class: "unit" }, options.unit));
    caption.append(title, ...legend);
    this.element = el("section", { class: "plot" }, caption, this.body);
    this.plot = this.make();
    this.body.append(this.head);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.body);
    this.update();
  }

  destroy(): void {
    this.observer.disconnect();
    this.plot.destroy();
    this.element.remove();
  }

  private make(): uPlot {
    const { options, state } = this;
    const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const palette = () => (isDark(state.theme) ? DARK_SERIES : SERIES);
    const n = options.time.length;
    const stride = Math.max(1, Math.ceil(n / (options.log ? BINS : POINTS)));
    const pick = (values: ArrayLike<number>, log: boolean) => {
      const out: (number | null)[] = [];
      for (let i = 0; i < n; i += stride) {
        // Of the points left out the largest in size stands for all, so that no peak is lost.
        let best = values[i];
        for (let j = i + 1; j < Math.min(n, i + stride); j++) if (Math.abs(values[j]) > Math.abs(best)) best = values[j];
        // A logarithm has no place for 0.
        out.push(Number.isFinite(best) && !(log && best <= 0) ? best : null);
      }
      return out;
    };
    const time: number[] = [];
    for (let i = 0; i < n; i += stride) time.push(options.time[i]);
    const font = '10.5px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
    const axis = (): uPlot.Axis => ({
      font,
      stroke: () => css("--muted"),
      grid: { stroke: () => css("--hair"), width: 1 },
      ticks: { show: false },
    });
    const finite = options.series.some((s) => Array.prototype.some.call(s.values, (x: number) => Number.isFinite(x)));
    const made = new uPlot(
      {
        width: 300,
        height: options.height,
        pxAlign: 0,
        legend: { show: false },
        padding: [6, 14, options.axis === false ? 4 : 0, 0],
        cursor: { y: false, points: { size: 5 }, drag: { x: true, y: false }, sync: { key: "time" } },
        scales: {
          x: { time: false },
          y: options.log
            ? { distr: 3, range: (_, low, high) => logRange(low, high) }
            : { range: (_, low, high) => range(low, high, finite) },
        },
        axes: [
          { ...axis(), size: 24, gap: 4, show: options.axis !== false, values: (_, v) => ticks(v) },
          {
            ...axis(),
            size: 56,
            gap: 6,
            space: options.log ? 18 : 26,
            ...(options.log && {
              grid: { stroke: () => css("--hair"), width: 1, filter: (_: uPlot, splits: number[]) => decades(splits) },
              filter: (_: uPlot, splits: number[]) => decades(splits),
            }),
            values: (_, v) => (options.log ? v.map((x) => (x == null ? "" : `1e${Math.round(Math.log10(x))}`.replace("-", "−"))) : ticks(v)),
          },
        ],
        series: [
          {},
          ...options.series.map((s, k): uPlot.Series => ({
            stroke: () => palette()[(s.colour ?? k) % SERIES.length],
            width: 1.4,
            fill: s.fill ? () => palette()[(s.colour ?? k) % SERIES.length] + "22" : undefined,
            paths: s.bars || options.log ? uPlot.paths.stepped?.({ align: options.log ? 1 : -1 }) : undefined,
            points: { show: n <= 2 },
            spanGaps: false,
          })),
        ],
        hooks: {
          draw: [(u) => this.drawMarks(u)],
          setCursor: [
            (u) => {
              const { left } = u.cursor;
              this.hover = left != null && left >= 0 ? u.posToVal(left, "x") : null;
              this.update();
            },
          ],
          setSelect: [],
          ready: [
            (u) => {
              u.over.addEventListener("click", () => {
                // The end of a drag zooms; it is no click.
                if (u.select.width > 2 || this.hover == null) return;
                this.seek(this.hover);
              });
            },
          ],
        },
      },
      [time, ...options.series.map((s) => pick(s.values, options.log === true))] as uPlot.AlignedData,
      this.body,
    );
    return made;
  }

  /** A click near a mark means the mark. */
  private seek(time: number): void {
    const { marks } = this.options;
    let best = time;
    let least = Math.abs(this.plot.posToVal(7, "x") - this.plot.posToVal(0, "x"));
    for (let i = 0; marks && i < marks.length; i++) {
      if (Math.abs(marks[i] - time) < least) [best, least] = [marks[i], Math.abs(marks[i] - time)];
    }
    this.state.time = best;
    this.state.tell("time");
  }

  private drawMarks(u: uPlot): void {
    const { marks } = this.options;
    if (!marks?.length) return;
    const { ctx } = u;
    ctx.save();
    ctx.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--bad").trim();
    // Many marks are shown by their heads, with the curves behind them still to be seen.
    const faint = marks.length > 20 ? 0.16 : 1;
    let last = -10;
    for (let i = 0; i < marks.length; i++) {
      const x = Math.round(u.valToPos(marks[i], "x", true));
      if (x - last < 1 || x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
      last = x;
      ctx.globalAlpha = faint;
      ctx.fillRect(x - devicePixelRatio, u.bbox.top, 2 * devicePixelRatio, u.bbox.height);
      ctx.globalAlpha = 1;
      ctx.fillRect(x - devicePixelRatio, u.bbox.top, 2 * devicePixelRatio, 6 * devicePixelRatio);
    }
    ctx.restore();
  }

  resize(): void {
    const width = this.body.clientWidth;
    if (width > 40 && width !== this.plot.width) this.plot.setSize({ width, height: this.options.height });
    this.update();
  }

  redraw(): void {
    this.plot.redraw(false, false);
  }

  /** Values and play head at the time that is looked at. */
  update(): void {
    const { time, series, format } = this.options;
    const at = this.hover ?? this.state.time;
    const k = indexAt(time, at);
    series.forEach((s, i) => {
      const text = time.length ? (format ?? show)(s.values[k]) : "";
      if (this.values[i].textContent !== text) this.values[i].textContent = text;
    });
    if (!this.plot?.over) return;
    const x = this.plot.valToPos(this.state.time, "x");
    const inside = x >= -1 && x <= this.plot.over.clientWidth + 1;
    this.head.style.display = inside ? "" : "none";
    this.head.style.transform = `translateX(${this.plot.over.offsetLeft + x}px)`;
    this.head.style.height = `${this.plot.over.clientHeight}px`;
    this.head.style.top = `${this.plot.over.offsetTop}px`;
  }

  /** What a CSV file of this plot has. */
  table(): [string, ArrayLike<number>][] {
    return [["time", this.options.time], ...this.options.series.map((s): [string, ArrayLike<number>] => [s.label, s.values])];
  }
}

/** The last place whose time is not later. */
export function indexAt(times: ArrayLike<number>, t: number): number {
  let [low, high] = [0, times.length - 1];
  const slack = 1e-9 * Math.abs(times[high] - times[0] || 1);
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if (times[mid] <= t + slack) low = mid;
    else high = mid - 1;
  }
  return Math.max(0, low);
}

function range(low: number | null, high: number | null, finite: boolean): [number, number] {
  if (!finite || low == null || high == null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // A curve that only rounds is a flat line.
  if (high - low <= 1e-9 * size || high === low) return size === 0 ? [-1, 1] : [low - 0.1 * size, high + 0.1 * size];
  const pad = 0.06 * (high - low);
  return [low - (low === 0 ? 0 : pad), high + (high === 0 ? 0 : pad)];
}

function logRange(low: number | null, high: number | null): [number, number] {
  const floor = 1e-20;
  const l = Math.max(floor, low && low > 0 ? low : 1e-16);
  const h = Math.max(l * 1e3, high ?? 1e-15);
  return [10 ** Math.floor(Math.log10(l)), 10 ** Math.ceil(Math.log10(h))];
}

/** Powers of ten, not too many of them. */
function decades(splits: number[]): (number | null)[] {
  const whole = splits.filter((x) => Math.abs(Math.log10(x) - Math.round(Math.log10(x))) < 1e-6);
  const every = Math.max(1, Math.ceil(whole.length / 4));
  return splits.map((x) => {
    const e = Math.log10(x);
    return Math.abs(e - Math.round(e)) < 1e-6 && Math.round(e) % every === 0 ? x : null;
  });
}
