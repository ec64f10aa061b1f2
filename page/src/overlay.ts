// Contacts over the scene: points by status, force arrows, force chains; joints and springs.
import { BufferAttribute, BufferGeometry, Group, Mesh, Points, ShaderMaterial, Vector2, Vector3, type Texture } from "three";
import type { Run } from "./data";
import type { State } from "./state";
import { ARROW_VERTEX, PAINT_FRAGMENT, POINT_FRAGMENT, POINT_VERTEX } from "./shaders";
import { Table } from "./table";
import type { Palette, Rgb } from "./theme";

/** Copies of a few triangles whose numbers change from frame to frame. */
class Batch {
  readonly geometry = new BufferGeometry();
  readonly table: Table;
  readonly uniform: { value: Texture };
  private room = 0;
  count = 0;

  constructor(private readonly corners: number[], private readonly index: number[], texels: number) {
    this.table = new Table(texels, 1);
    this.uniform = { value: this.table.texture };
    this.reserve(16);
  }

  reserve(count: number): void {
    if (count <= this.room) return;
    this.room = Math.max(count, 2 * this.room);
    if (this.table.reserve(this.room)) this.uniform.value = this.table.texture;
    const n = this.corners.length / 3;
    const position = new Float32Array(3 * n * this.room);
    const part = new Float32Array(n * this.room);
    const index = new Uint32Array(this.index.length * this.room);
    for (let k = 0; k < this.room; k++) {
      position.set(this.corners, 3 * n * k);
      part.fill(k, n * k, n * (k + 1));
      for (let i = 0; i < this.index.length; i++) index[this.index.length * k + i] = this.index[i] + n * k;
    }
    this.geometry.dispose();
    this.geometry.setAttribute("position", new BufferAttribute(position, 3));
    this.geometry.setAttribute("part", new BufferAttribute(part, 1));
    this.geometry.setIndex(new BufferAttribute(index, 1));
  }

  finish(): void {
    this.geometry.setDrawRange(0, this.index.length * this.count);
    if (this.count) this.table.finish();
  }
}

const ARROW_CORNERS = [0, 0, 1, 0, 0, -1, 1, 1, 1, 1, 1, -1, 1, 1, 2, 1, 1, -2, 1, 2, 0];
const ARROW_INDEX = [0, 1, 2, 2, 1, 3, 4, 5, 6];
const POINT_CORNERS = [0, 0, 0];
const POINT_INDEX = [0];

/** From so many contacts on, those behind bodies are not drawn. */
const MANY = 1500;

export class Overlay {
  readonly group = new Group();
  readonly screen = new Vector2(1, 1);
  /** Pixels of the picture for one of the page. */
  ratio = 1;
  private readonly arrows = new Batch(ARROW_CORNERS, ARROW_INDEX, 3);
  private readonly chains = new Batch(ARROW_CORNERS, ARROW_INDEX, 3);
  private readonly links = new Batch(ARROW_CORNERS, ARROW_INDEX, 3);
  private readonly points = new Batch(POINT_CORNERS, POINT_INDEX, 2);
  private readonly pins = new Batch(POINT_CORNERS, POINT_INDEX, 2);
  private readonly meshes: { mesh: Mesh | Points; batch: Batch; behind: boolean }[] = [];
  private readonly forceUnit: number;
  /** Length of a typical force, in m of the scene. */
  private readonly arrow: number;
  /** Bodies without a shape are drawn as bars from their origins to their joints. */
  private readonly bars: { body: number; point: number[]; colour: number }[] = [];
  /** Contacts of the frame that is drawn. */
  first = 0;
  last = 0;

  /** `length`: size of the scene; `extent`: of each body. */
  constructor(private readonly run: Run, private readonly state: State, private readonly length: number, extent: Float32Array) {
    this.forceUnit = typical(run);
    const sizes = [...extent].filter((x, i) => x > 0 && run.moving[i] >= 0).sort((x, y) => x - y);
    const body = sizes[sizes.length >> 1] ?? length;
    this.arrow = Math.min(0.16 * length, Math.max(0.04 * length, 2.2 * body));
    let colour = 0;
    run.head.bodies.forEach((body, i) => {
      if (run.moving[i] >= 0) colour++;
      if (run.moving[i] < 0 || body.shapes.length) return;
      const own = run.head.links.flatMap((link) => link.points.filter((_, k) => link.bodies[k] === i));
      for (const point of own) this.bars.push({ body: i, point, colour: colour - 1 });
    });
    const flat = run.head.plane;
    // What lies behind bodies shines through faintly.
    const add = (batch: Batch, point: boolean, order: number, through: number) => {
      for (const behind of through > 0 ? [true, false] : [false]) {
        const material = new ShaderMaterial({
          vertexShader: point ? POINT_VERTEX : ARROW_VERTEX,
          fragmentShader: point ? POINT_FRAGMENT : PAINT_FRAGMENT,
          transparent: true,
          depthTest: !behind && !flat,
          depthWrite: false,
          side: 2,
          uniforms: {
            uTable: batch.uniform,
            uScreen: { value: this.screen },
            uAlpha: { value: behind && !flat ? through : 1 },
            uSize: { value: 5 },
            uRim: { value: new Vector3(1, 1, 1) },
          },
        });
        if (behind && flat) continue;
        const mesh = point ? new Points(batch.geometry, material) : new Mesh(batch.geometry, material);
        mesh.frustumCulled = false;
        mesh.renderOrder = order + (behind ? 0 : 1);
        this.group.add(mesh);
        this.meshes.push({ mesh, batch, behind });
      }
    };
    add(this.chains, false, 10, 0.9);
    add(this.links, false, 20, 0.35);
    add(this.pins, true, 22, 0.5);
    add(this.arrows, false, 30, 0.3);
    add(this.points, true, 40, 0.3);
  }

  paint(palette: Palette): void {
    for (const { mesh } of this.meshes) {
      const material = mesh.material as ShaderMaterial;
      (material.uniforms.uRim.value as Vector3).set(...palette.background);
    }
  }

  update(frame: number, position: Float32Array, quaternion: Float32Array, palette: Palette): void {
    const { run, state } = this;
    const { display } = state;
    const at = run.contactFrame(frame);
    this.first = run.starts[at] ?? 0;
    this.last = run.starts[at + 1] ?? 0;
    const count = this.last - this.first;
    this.drawContacts(display.contacts ? count : 0, palette);
    this.drawArrows(display.forces ? count : 0, palette);
    this.drawChains(display.chains ? count : 0, position, palette);
    this.drawLinks(display.joints, position, quaternion, palette);
    for (const { mesh, batch, behind } of this.meshes) {
      (mesh.material as ShaderMaterial).uniforms.uSize.value = this.ratio * (batch === this.points && count > 600 ? 3.4 : 5);
      mesh.visible = batch.count > 0 && (!behind || batch.count < MANY || batch === this.chains);
    }
  }

  private isSelected(i: number): boolean {
    const { selection } = this.state;
    const [a, b] = [this.run.a[i], this.run.b[i]];
    if (selection.kind === "pair") return (selection.a === a && selection.b === b) || (selection.a === b && selection.b === a);
    return false;
  }

  private drawContacts(count: number, palette: Palette): void {
    const { run, points } = this;
    points.reserve(count);
    points.count = count;
    for (let k = 0; k < count; k++) {
      const i = this.first + k;
      const status = run.status[i];
      const colour = this.isSelected(i) ? palette.selected : palette.status[status];
      points.table.set(k, 0, run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2], status);
      put(points, k, 1, colour, status === 0 ? 0.6 : 1);
    }
    points.finish();
  }

  /** Length of a force on the screen, in m of the scene. */
  private reach(force: number): number {
    const { display } = this.state;
    const ratio = force / this.forceUnit;
    const share = display.log ? Math.max(0, Math.log10(ratio) + 3) / 3 : Math.min(ratio, 4);
    return this.arrow * share * display.scale;
  }

  private drawArrows(count: number, palette: Palette): void {
    const { run, arrows } = this;
    arrows.reserve(count);
    let n = 0;
    for (let i = this.first; i < this.first + count; i++) {
      const [fx, fy, fz] = [run.force[3 * i], run.force[3 * i + 1], run.force[3 * i + 2]];
      const force = Math.hypot(fx, fy, fz);
      if (!(force > 0)) continue;
      // The force on the body that can move.
      const sign = run.moving[run.b[i]] < 0 && run.moving[run.a[i]] >= 0 ? -1 : 1;
      const reach = (sign * this.reach(force)) / force;
      if (reach === 0) continue;
      const [x, y, z] = [run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2]];
      arrows.table.set(n, 0, x, y, z, 1.8);
      arrows.table.set(n, 1, x + reach * fx, y + reach * fy, z + reach * fz, 1);
      put(arrows, n++, 2, this.isSelected(i) ? palette.selected : palette.status[run.status[i]], 0.92);
    }
    arrows.count = n;
    arrows.finish();
  }

  private drawChains(count: number, position: Float32Array, palette: Palette): void {
    const { run, chains } = this;
    chains.reserve(2 * count);
    let n = 0;
    for (let i = this.first; i < this.first + count; i++) {
      const ratio = run.forceN[i] / this.forceUnit;
      if (!(ratio > 1e-2)) continue;
      const colour = this.isSelected(i) ? palette.selected : palette.ink;
      const wide = Math.min(9, 0.6 + 4 * Math.sqrt(ratio));
      for (const body of [run.a[i], run.b[i]]) {
        if (run.moving[body] < 0) continue;
        chains.table.set(n, 0, position[3 * body], position[3 * body + 1], position[3 * body + 2], wide);
        chains.table.set(n, 1, run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2], 0);
        put(chains, n++, 2, colour, Math.min(0.85, 0.08 + 0.6 * ratio));
      }
    }
    chains.count = n;
    chains.finish();
  }

  private drawLinks(shown: boolean, position: Float32Array, quaternion: Float32Array, palette: Palette): void {
    const { run, links, pins, state } = this;
    const list = shown ? run.head.links : [];
    const bars = shown ? this.bars : [];
    links.reserve(list.length + bars.length);
    pins.reserve(2 * list.length);
    let [n, m] = [0, 0];
    const line = (from: ArrayLike<number>, to: ArrayLike<number>, wide: number, colour: Rgb, alpha: number) => {
      links.table.set(n, 0, from[0], from[1], from[2], wide);
      links.table.set(n, 1, to[0], to[1], to[2], 0);
      put(links, n++, 2, colour, alpha);
    };
    for (const { body, point, colour } of bars) {
      const chosen = state.selection.kind === "body" && state.selection.body === body;
      const paint = chosen ? palette.selected : palette.bodies[colour % palette.bodies.length];
      line(position.subarray(3 * body, 3 * body + 3), placed(point, body, position, quaternion), 6, paint, 1);
    }
    for (const link of list) {
      const chosen = state.selection.kind === "joint" && state.selection.joint === link.name;
      const colour = chosen ? palette.selected : palette.ink;
      const ends = link.points.map((p, k) => placed(p, link.bodies[k], position, quaternion));
      const far = Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1], ends[0][2] - ends[1][2]);
      const long = far > 1e-4 * this.length;
      for (const end of long ? ends : [ends[1]]) {
        pins.table.set(m, 0, end[0], end[1], end[2], 0);
        put(pins, m++, 1, colour, 0.85);
      }
      if (long) line(ends[0], ends[1], link.kind === "spring" ? 3 : 2, colour, link.kind === "spring" ? 0.45 : 0.8);
    }
    links.count = n;
    pins.count = m;
    links.finish();
    pins.finish();
  }
}

function put(batch: Batch, row: number, texel: number, [r, g, b]: Rgb, alpha: number): void {
  batch.table.set(row, texel, r, g, b, alpha);
}

/** A point of a body in the world. */
export function placed(p: number[], body: number, position: Float32Array, quaternion: Float32Array): [number, number, number] {
  const [x, y, z, w] = quaternion.subarray(4 * body, 4 * body + 4);
  const tx = 2 * (y * p[2] - z * p[1]);
  const ty = 2 * (z * p[0] - x * p[2]);
  const tz = 2 * (x * p[1] - y * p[0]);
  return [
    position[3 * body] + p[0] + w * tx + y * tz - z * ty,
    position[3 * body + 1] + p[1] + w * ty + z * tx - x * tz,
    position[3 * body + 2] + p[2] + w * tz + x * ty - y * tx,
  ];
}

/** A force that is large but not rare: nine tenths of those in the run are smaller. */
function typical(run: Run): number {
  const all: number[] = [];
  const stride = Math.max(1, Math.floor(run.forceN.length / 20000));
  for (let i = 0; i < run.forceN.length; i += stride) {
    const f = Math.hypot(run.force[3 * i], run.force[3 * i + 1], run.force[3 * i + 2]);
    if (f > 0 && run.status[i] !== 3) all.push(f);
  }
  if (!all.length) for (let i = 0; i < run.forceN.length; i += stride) if (run.forceN[i] > 0) all.push(run.forceN[i]);
  all.sort((x, y) => x - y);
  return all[Math.floor(0.9 * all.length)] ?? 1;
}
