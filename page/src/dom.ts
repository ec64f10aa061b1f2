// Elements in one line each. Text is always set as text.

type Child = Node | string | null | undefined;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child): child is Node | string => child != null));
  return element;
}

const ICONS: Record<string, string> = {
  play: "M5 3.2v9.6L13 8z",
  pause: "M4.5 3h2.6v10H4.5zM8.9 3h2.6v10H8.9z",
  next: "M4 3.4v9.2L10 8zM10.6 3.4h1.8v9.2h-1.8z",
  back: "M12 3.4v9.2L6 8zM3.6 3.4h1.8v9.2H3.6z",
  theme: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 3v10a5 5 0 0 0 0-10z",
  close: "M4 4l8 8M12 4l-8 8",
};

export function icon(name: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  if (name === "close") {
    path.setAttribute("stroke", "currentColor");
    path.setAttribute("stroke-width", "1.5");
    path.setAttribute("fill", "none");
  } else {
    path.setAttribute("fill", "currentColor");
    path.setAttribute("fill-rule", "evenodd");
  }
  svg.append(path);
  return svg;
}

export function button(label: string, title: string, act: () => void, kind = "button"): HTMLButtonElement {
  const b = el("button", { type: "button", class: kind, title, "aria-label": title }, label);
  b.addEventListener("click", act);
  return b;
}

export function download(name: string, kind: string, content: string): void {
  const url = content.startsWith("data:") ? content : URL.createObjectURL(new Blob([content], { type: kind }));
  const a = el("a", { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  if (url !== content) setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Columns as comma-separated values, numbers in full. */
export function csv(columns: [string, ArrayLike<number>][]): string {
  const quote = (name: string) => (/[",\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name);
  const lines = [columns.map(([name]) => quote(name)).join(",")];
  const n = Math.min(...columns.map(([, values]) => values.length));
  for (let i = 0; i < n; i++) lines.push(columns.map(([, values]) => (Number.isNaN(values[i]) ? "" : String(values[i]))).join(","));
  return lines.join("\n") + "\n";
}
