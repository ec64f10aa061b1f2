// The list of bodies and joints, with a search; rows exist only where they are seen.
import type { Run } from "./data";
import { el } from "./dom";
import { count } from "./format";
import type { State } from "./state";

const ROW = 28;

interface Item {
  name: string;
  note: string;
  colour: string;
  chosen: () => boolean;
  act: () => void;
}

export class List {
  readonly element: HTMLElement;
  private readonly input = el("input", { type: "search", placeholder: "Find a body or joint", "aria-label": "find a body or joint" });
  private readonly rows = el("div", { class: "rows", role: "listbox", tabindex: "-1" });
  private readonly space = el("div", { class: "space" });
  private readonly found = el("p", { class: "muted small" });
  private readonly items: Item[] = [];
  private shown: Item[] = [];

  constructor(run: Run, state: State, colour: (body: number) => string) {
    const joints = [...new Set(run.head.columns.filter((c) => c.group === "joint").map((c) => c.name.replace(/\.[^.]*$/, "")))];
    run.head.bodies.forEach((body, i) =>
      this.items.push({
        name: body.name,
        note: body.kind === "free" ? "" : body.kind,
        colour: colour(i),
        chosen: () => state.selection.kind === "body" && state.selection.body === i,
        act: () => state.select({ kind: "body", body: i }),
      }),
    );
    for (const joint of joints) {
      this.items.push({
        name: joint,
        note: "joint",
        colour: "",
        chosen: () => state.selection.kind === "joint" && state.selection.joint === joint,
        act: () => state.select({ kind: "joint", joint }),
      });
    }
    this.rows.append(this.space);
    this.element = el("nav", { class: "list", "aria-label": "bodies" }, this.input, this.found, this.rows);
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", (e) => {
      if (e.key === "Enter") this.shown[0]?.act();
      if (e.key === "Escape") this.input.blur();
      e.stopPropagation();
    });
    this.rows.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.rows);
    state.on("selection", () => this.reveal());
    this.search();
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  private search(): void {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.items.filter((item) => words.every((word) => `${item.name} ${item.note}`.toLowerCase().includes(word)));
    this.found.textContent = words.length ? `${this.shown.length} of ${this.items.length}` : count(this.items.length, "entry", "entries");
    this.rows.scrollTop = 0;
    this.draw();
  }

  /** Scrolls to what was selected elsewhere. */
  private reveal(): void {
    const k = this.shown.findIndex((item) => item.chosen());
    const { scrollTop, clientHeight } = this.rows;
    if (k >= 0 && (k * ROW < scrollTop || (k + 1) * ROW > scrollTop + clientHeight)) this.rows.scrollTop = k * ROW - clientHeight / 2;
    this.draw();
  }

  private draw(): void {
    this.space.style.height = `${this.shown.length * ROW}px`;
    const first = Math.max(0, Math.floor(this.rows.scrollTop / ROW) - 4);
    const last = Math.min(this.shown.length, first + Math.ceil(this.rows.clientHeight / ROW) + 8);
    const rows = this.shown.slice(first, last).map((item, k) => {
      const swatch = el("i");
      if (item.colour) swatch.style.background = item.colour;
      else swatch.className = "joint";
      const row = el("button", { type: "button", class: "item", role: "option", "aria-selected": String(item.chosen()) }, swatch, el("span", {}, item.name));
      if (item.note) row.append(el("em", {}, item.note));
      row.style.top = `${(first + k) * ROW}px`;
      row.addEventListener("click", item.act);
      return row;
    });
    this.space.replaceChildren(...rows);
  }
}
