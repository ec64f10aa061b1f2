import "./locale";
import "./style.css";
import { badge } from "./badge";
import { controls } from "./controls";
import { curves } from "./curves";
import { load, type Run } from "./data";
import { button, csv, download, el, icon } from "./dom";
import { show } from "./format";
import { help } from "./help";
import { Inspector } from "./inspector";
import { List } from "./list";
import { Stage, type Preset } from "./stage";
import { State, fromHash, toHash } from "./state";
import { strips } from "./strips";
import { LIGHT, isDark } from "./theme";
import { Timebar } from "./timebar";

function applyTheme(state: State): void {
  document.documentElement.dataset.theme = isDark(state.theme) ? "dark" : "light";
}

function seconds(x: number): string {
  return x >= 1 ? `${show(x)} s` : x >= 1e-3 ? `${show(x * 1e3)} ms` : `${show(x * 1e6)} µs`;
}

function build(run: Run, served: boolean): void {
  const { head } = run;
  const state = new State();
  const most = run.times.length ? run.forceN.length / run.times.length : 0;
  state.display.contacts = most < 1200;
  state.display.forces = most < 100;
  state.speed = Timebar.fitting(run);
  const find = new Map(head.bodies.map((body, k) => [body.name, k]));
  const names = { body: (k: number) => run.bodyName(k), find: (name: string) => find.get(name) ?? -1 };
  let camera = fromHash(location.hash, state, names);
  const clamp = () => (state.time = Math.min(run.end, Math.max(run.start, state.time)));
  state.time = location.hash.includes("t=") ? clamp() : run.start;
  applyTheme(state);

  // ---- frame ---------------------------------------------------------------------------------------------------
  const app = document.getElementById("app")!;
  app.replaceChildren();
  app.className = head.world ? "world" : "plain";
  const certificate = badge(run, state);
  const tools = el("div", { class: "tools" });
  const header = el(
    "header",
    { class: "top" },
    el("div", { class: "name", title: head.description }, logo(), el("div", {}, el("h1", {}, head.title || head.name), el("p", { class: "muted" }, head.title ? head.name : "", head.description ? ` · ${head.description}` : ""))),
    certificate.element,
    tools,
  );
  const timebar = new Timebar(run, state);
  const inspector = new Inspector(run, state, served);
  const strip = el("div", { class: "strips" });
  const plots = strips(run, state, 118);
  for (const plot of plots) strip.append(plot.element);
  const notes = [`${head.scheme}, ${head.solver}`, `step ${seconds(head.step)}`, ...head.notes];
  const footer = el("footer", {}, el("span", {}, notes.join(" · ")), el("span", {}, `Drystone ${head.version}`));
  let stage: Stage | null = null;
  let list: List | null = null;
  const portraits: { draw(): void }[] = [];
  if (head.world) {
    const host = el("div", { class: "stage" });
    const side = el("div", { class: "side" });
    app.append(header, el("main", {}, side, host, inspector.element), timebar.element, strip, footer);
    try {
      stage = new Stage(host, run, state);
      host.append(controls(run, state, stage));
    } catch (error) {
      host.append(el("p", { class: "loading" }, `This browser draws no WebGL (${String(error)}). The curves below need none.`));
    }
    const colour = (body: number) => {
      const c = stage?.bodies.colourOf(body, LIGHT) ?? [0.5, 0.5, 0.5];
      return `rgb(${c.map((x) => Math.round(255 * x)).join(" ")})`;
    };
    list = new List(run, state, colour);
    side.append(list.element);
    const drawer = button("Bodies", "list of bodies", () => app.classList.toggle("drawer"), "button narrow");
    tools.append(drawer);
    state.on("selection", () => app.classList.remove("drawer"));
  } else {
    const main = curves(run, state);
    app.append(header, el("main", {}, main.element), timebar.element, strip, footer);
    plots.push(...main.plots);
    portraits.push(...main.portraits);
  }

  // ---- buttons ---------------------------------------------------------------------------------------------------
  const link = () => {
    writeHash();
    void navigator.clipboard?.writeText(location.href).catch(() => undefined);
    note("Link copied: it restores this view");
  };
  const saveTable = () => {
    const columns = head.strip_columns.map((name): [string, ArrayLike<number>] => [name, run.stripSeries(name)]);
    const series = head.world ? columns : [["time", run.times] as [string, ArrayLike<number>], ...head.columns.map((c, k): [string, ArrayLike<number>] => [c.name, run.columnSeries(k)])];
    download(`${head.name}-${head.world ? "steps" : "series"}.csv`, "text/csv", csv(series));
  };
  const theme = button("", "light, dark (d)", () => toggleTheme(), "icon");
  theme.append(icon("theme"));
  tools.append(button("Link", "copy a link that restores this view", link));
  if (stage) tools.append(button("PNG", "save the picture", () => download(`${head.name}.png`, "image/png", stage!.picture())));
  const dialog = help();
  tools.append(button("CSV", head.world ? "save the steps as a table" : "save the series as a table", saveTable), theme, button("?", "keys (?)", () => dialog.showModal(), "icon"));
  const toast = el("div", { class: "toast", role: "status", hidden: "" });
  app.append(dialog, toast);
  let toastTimer = 0;
  const note = (text: string) => {
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => (toast.hidden = true), 2200) as unknown as number;
  };
  const toggleTheme = () => {
    state.theme = isDark(state.theme) ? "light" : "dark";
    state.tell("theme");
  };

  // ---- what follows what -------------------------------------------------------------------------------------------
  const repaint = () => {
    applyTheme(state);
    for (const plot of plots) plot.redraw();
    for (const portrait of portraits) portrait.draw();
  };
  state.on("theme", repaint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => state.tell("theme"));
  state.on("time", () => {
    for (const plot of plots) plot.update();
    for (const portrait of portraits) portrait.draw();
  });
  let written = location.hash;
  const writeHash = () => {
    const hash = toHash(state, names, stage?.cameraNumbers ?? []);
    if (hash === written) return;
    written = hash;
    try {
      history.replaceState(null, "", hash);
    } catch {
      location.replace(hash);
    }
  };
  let hashTimer = 0;
  const later = () => {
    clearTimeout(hashTimer);
    if (!state.playing) hashTimer = setTimeout(writeHash, 250) as unknown as number;
  };
  for (const topic of ["time", "selection", "display", "theme", "camera", "playing"] as const) state.on(topic, later);
  addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = location.hash;
    camera = fromHash(location.hash, state, names);
    clamp();
    if (camera) stage?.setCamera(camera);
    for (const topic of ["theme", "display", "selection", "time"] as const) state.tell(topic);
  });

  // ---- keys ------------------------------------------------------------------------------------------------------------
  const flags: Record<string, "contacts" | "forces" | "chains" | "joints" | "log"> = { c: "contacts", f: "forces", n: "chains", j: "joints", l: "log" };
  addEventListener("keydown", (e) => {
    const target = e.target as HTMLElement;
    if (e.ctrlKey || e.metaKey || e.altKey || dialog.open) return;
    if (target instanceof HTMLInputElement && target.type === "search") return;
    const views: Preset[] = ["fit", "top", "front", "side"];
    const actions: Record<string, () => void> = {
      " ": () => timebar.toggle(),
      ArrowRight: () => timebar.step(e.shiftKey ? 10 : 1),
      ArrowLeft: () => timebar.step(e.shiftKey ? -10 : -1),
      ArrowUp: () => timebar.faster(1),
      ArrowDown: () => timebar.faster(-1),
      Home: () => timebar.goto(0),
      End: () => timebar.goto(run.times.length - 1),
      "[": () => certificate.jump(-1),
      "]": () => certificate.jump(1),
      "/": () => list?.focus(),
      d: toggleTheme,
      Escape: () => state.select({ kind: "none" }),
      "?": () => dialog.showModal(),
    };
    const view = views[Number(e.key) - 1];
    const act = actions[e.key] ?? (view && stage ? () => stage.look(view) : undefined);
    const flag = flags[e.key];
    if (!act && !flag) return;
    e.preventDefault();
    if (act) return act();
    state.display[flag] = !state.display[flag];
    state.tell("display");
  });

  if (camera) stage?.setCamera(camera);
  state.tell("display");
  state.tell("selection");
  state.tell("time");
  Object.assign(window, { drystone: { run, state, stage, inspector, timebar, plots } });
  document.documentElement.dataset.ready = "true";
}

function logo(): HTMLElement {
  const mark = el("span", { class: "logo", "aria-hidden": "true" });
  for (let k = 0; k < 4; k++) mark.append(el("i"));
  return mark;
}

const source = document.getElementById("show");
if (source) {
  load(source)
    .then((run) => build(run, Boolean(source.dataset.source)))
    .catch((error: unknown) => {
      const app = document.getElementById("app");
      app?.replaceChildren(el("p", { class: "loading" }, `This run cannot be shown: ${error instanceof Error ? error.message : String(error)}.`));
      console.error(error);
    });
}
