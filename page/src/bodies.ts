// Bodies on the stage: balls and discs as impostors (two triangles each), all other shapes in one mesh.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  PlaneGeometry,
  Points,
  Quaternion,
  Ray,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type Camera,
  type Raycaster,
  type Texture,
} from "three";
import type { Run } from "./data";
import { corners, geometryOf, reach } from "./geometry";
import { hit, merged, quads, type Part } from "./meshes";
import * as glsl from "./shaders";
import { Table } from "./table";
import type { Palette, Rgb } from "./theme";

interface Ground {
  mesh: Mesh;
  part: Part;
  material: ShaderMaterial;
}

/** Up to so many bodies throw shadows. */
const SHADOWS = 1500;
/** From so many balls on they are drawn as points while they are small. */
const BEADS = 1000;

export class Bodies {
  readonly group = new Group();
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
  readonly extent: Float32Array;
  /** Points around each body, in its axes. */
  readonly around: number[][][];
  readonly uniforms = {
    uKey: { value: new Vector3(0.35, -0.5, 0.8).normalize() },
    uUp: { value: new Vector3(0, 0, 1) },
    uGhost: { value: new Vector3() },
    uGhosting: { value: 0 },
    uFlat: { value: 0 },
    uLine: { value: 1.5 },
    uToWorld: { value: new Matrix4() },
    uAlpha: { value: 0.1 },
    uTable: { value: null as Texture | null },
    uTall: { value: 1 },
    uKeySeen: { value: new Vector3() },
    uUpSeen: { value: new Vector3() },
  };
  private readonly grounds: Ground[] = [];
  private readonly parts: Part[] = [];
  private readonly table: Table;
  private readonly shadow = new Group();
  private readonly exact: Mesh;
  private readonly beads: Points | null = null;
  private sorted = -Infinity;

  constructor(private readonly run: Run) {
    const { bodies, shapes, plane } = run.head;
    const n = bodies.length;
    this.position = new Float32Array(3 * n);
    this.quaternion = new Float32Array(4 * n);
    this.extent = new Float32Array(n);
    this.around = bodies.map(() => []);
    this.uniforms.uFlat.value = plane ? 1 : 0;
    if (plane) this.uniforms.uLine.value = 1.8;
    const times = new Map<number, number>();
    for (const body of bodies) for (const [shape] of body.shapes) times.set(shape, (times.get(shape) ?? 0) + 1);
    const geometries = new Map<number, BufferGeometry>();
    bodies.forEach((body, i) => {
      const [x, y, z, qw, qx, qy, qz] = body.pose;
      this.position.set([x, y, z], 3 * i);
      this.quaternion.set([qx, qy, qz, qw], 4 * i);
      for (const [shape, p] of body.shapes) {
        const { kind, radius } = shapes[shape];
        const round = kind === "sphere" || kind === "disc";
        const part: Part = {
          body: i,
          position: new Vector3(p[0], p[1], p[2]),
          rotation: new Quaternion(p[4], p[5], p[6], p[3]),
          radius: round ? radius ?? 0 : 0,
          geometry: null,
          plain: p[0] === 0 && p[1] === 0 && p[2] === 0 && p[3] === 1,
        };
        this.extent[i] = Math.max(this.extent[i], part.position.length() + reach(shapes[shape]));
        for (const corner of corners(shapes[shape])) {
          const at = V.fromArray(corner).applyQuaternion(part.rotation).add(part.position);
          this.around[i].push(at.toArray());
        }
        if (kind === "plane") {
          this.addGround(part);
          continue;
        }
        if (!round) {
          part.geometry = geometries.get(shape) ?? geometryOf(shapes[shape], times.get(shape) ?? 1);
          geometries.set(shape, part.geometry);
        }
        this.parts.push(part);
      }
    });
    // A body without a shape reaches as far as its joints.
    for (const link of run.head.links) {
      link.bodies.forEach((body, k) => {
        if (bodies[body].shapes.length || run.moving[body] < 0) return;
        this.around[body].push(link.points[k], [0, 0, 0]);
        this.extent[body] = Math.max(this.extent[body], Math.hypot(...link.points[k]));
      });
    }
    // In the plane what is fixed lies below what moves.
    this.parts.sort((a, b) => Number(run.moving[a.body] >= 0) - Number(run.moving[b.body] >= 0));
    this.table = new Table(3, this.parts.length);
    this.uniforms.uTable.value = this.table.texture;
    const solids = merged(this.parts);
    const balls = quads(this.parts);
    this.addMesh(solids, glsl.SOLID_VERTEX, glsl.SOLID_FRAGMENT, false, 2);
    this.exact = this.addMesh(balls, glsl.BALL_VERTEX, plane ? glsl.DISC_FRAGMENT : glsl.BALL_FRAGMENT, plane, 3);
    if (!plane && balls.getAttribute("part").count > 4 * BEADS) this.beads = this.addBeads();
    this.addShadows(solids, balls);
  }

  private addMesh(geometry: BufferGeometry, vertexShader: string, fragmentShader: string, transparent: boolean, order: number): Mesh {
    const { plane } = this.run.head;
    const material = new ShaderMaterial({ vertexShader, fragmentShader, uniforms: this.uniforms, transparent, side: 2, depthTest: !plane });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    mesh.visible = geometry.getAttribute("part").count > 0;
    this.group.add(mesh);
    return mesh;
  }

  private addBeads(): Points {
    const places = this.parts.map((part, k) => (part.geometry ? -1 : k)).filter((k) => k >= 0);
    const geometry = new BufferGeometry();
    geometry.setAttribute("part", new BufferAttribute(new Float32Array(places), 1));
    // three.js counts vertices by this one; the shader does not read it.
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * places.length), 3));
    const material = new ShaderMaterial({ vertexShader: glsl.BEAD_VERTEX, fragmentShader: glsl.BEAD_FRAGMENT, uniforms: this.uniforms });
    const points = new Points(geometry, material);
    points.frustumCulled = false;
    points.renderOrder = 3;
    this.group.add(points);
    return points;
  }

  /** Many small balls are points. `pixels`: of one metre at the centre of the scene; `tall`: height of the picture. */
  choose(camera: Camera, pixels: number, tall: number): void {
    const { uniforms: u, beads } = this;
    u.uToWorld.value.copy(camera.matrixWorld);
    if (!beads) return;
    u.uTall.value = tall;
    u.uKeySeen.value.copy(u.uKey.value).transformDirection(camera.matrixWorldInverse);
    u.uUpSeen.value.copy(u.uUp.value).transformDirection(camera.matrixWorldInverse);
    const radius = this.parts.reduce((most, part) => Math.max(most, part.radius), 0);
    beads.visible = radius * pixels < 60;
    this.exact.visible = !beads.visible;
    if (beads.visible && performance.now() - this.sorted > 250) this.sort(camera);
  }

  /** Near ones first, now and then: what they hide need not be painted. */
  private sort(camera: Camera): void {
    this.sorted = performance.now();
    const { data } = this.table;
    const { x, y, z } = camera.position;
    const far = this.parts.map((_, k) => (data[12 * k] - x) ** 2 + (data[12 * k + 1] - y) ** 2 + (data[12 * k + 2] - z) ** 2);
    const places = this.beads!.geometry.getAttribute("part") as BufferAttribute;
    (places.array as Float32Array).sort((a, b) => far[a] - far[b]);
    places.needsUpdate = true;
  }

  private addGround(part: Part): void {
    const { plane } = this.run.head;
    const material = new ShaderMaterial({
      vertexShader: glsl.GROUND_VERTEX,
      fragmentShader: plane ? glsl.HALF_PLANE_FRAGMENT : glsl.GROUND_FRAGMENT,
      transparent: true,
      depthWrite: false,
      side: 2,
      uniforms: {
        uColour: { value: new Vector3() },
        uLineColour: { value: new Vector3() },
        uCell: { value: 1 },
        uFade: { value: 1 },
        uOrigin: { value: new Vector2() },
        uOthers: { value: Array.from({ length: 8 }, () => new Vector4()) },
      },
      // Without a GPU the fine grid costs as much as a thousand balls.
      defines: { OTHERS: 0, ...(this.run.head.bodies.length > BEADS && { COARSE: 1 }) },
    });
    const mesh = new Mesh(new PlaneGeometry(1, 1), material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 0;
    this.group.add(mesh);
    this.grounds.push({ mesh, part, material });
  }

  /** Bodies flattened onto the first fixed half-space that looks up. */
  private addShadows(solids: BufferGeometry, balls: BufferGeometry): void {
    const { head } = this.run;
    const up = new Vector3(...(head.gravity as [number, number, number])).negate().normalize();
    if (head.plane || up.length() < 0.5 || head.bodies.length > SHADOWS) return;
    const normal = new Vector3();
    const floor = this.grounds.find(({ part }) => {
      this.place(part, M);
      normal.setFromMatrixColumn(M, 2);
      return this.run.moving[part.body] < 0 && normal.dot(up) > 0.6;
    });
    if (!floor) return;
    this.place(floor.part, M);
    normal.setFromMatrixColumn(M, 2);
    const d = normal.dot(new Vector3().setFromMatrixPosition(M)) + 1e-5;
    const l = this.uniforms.uKey.value;
    const nl = normal.dot(l);
    // p − l (n·p − d) / (n·l)
    const [nx, ny, nz] = [normal.x / nl, normal.y / nl, normal.z / nl];
    this.shadow.matrixAutoUpdate = false;
    this.shadow.matrix.set(
      1 - l.x * nx, -l.x * ny, -l.x * nz, (l.x * d) / nl,
      -l.y * nx, 1 - l.y * ny, -l.y * nz, (l.y * d) / nl,
      -l.z * nx, -l.z * ny, 1 - l.z * nz, (l.z * d) / nl,
      0, 0, 0, 1,
    );
    const add = (geometry: BufferGeometry, vertexShader: string, fragmentShader: string) => {
      const material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: this.uniforms,
        transparent: true,
        depthWrite: false,
        side: 2,
        stencilWrite: true,
        stencilRef: 1,
        stencilFunc: 517, // NotEqual: no pixel is darkened twice
        stencilZPass: 7681, // Replace
      });
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
      mesh.visible = geometry.getAttribute("part").count > 0;
      this.shadow.add(mesh);
    };
    add(solids, glsl.SOLID_VERTEX, glsl.SHADOW_FRAGMENT);
    add(balls, glsl.BALL_SHADOW_VERTEX, glsl.BALL_SHADOW_FRAGMENT);
    this.group.add(this.shadow);
  }

  private place(part: Part, out: Matrix4): Matrix4 {
    const { position: p, quaternion: q } = this;
    const b = part.body;
    Q.set(q[4 * b], q[4 * b + 1], q[4 * b + 2], q[4 * b + 3]);
    V.copy(part.position).applyQuaternion(Q);
    V.x += p[3 * b];
    V.y += p[3 * b + 1];
    V.z += p[3 * b + 2];
    return out.compose(V, Q.multiply(part.rotation), ONE);
  }

  /** Takes up the poses of the instant. */
  update(): void {
    const { position: p, quaternion: q, table, parts } = this;
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k];
      const b = part.body;
      if (part.plain) {
        table.set(k, 0, p[3 * b], p[3 * b + 1], p[3 * b + 2], part.radius);
        table.set(k, 1, q[4 * b], q[4 * b + 1], q[4 * b + 2], q[4 * b + 3]);
      } else {
        this.place(part, M);
        table.set(k, 0, V.x, V.y, V.z, part.radius);
        table.set(k, 1, Q.x, Q.y, Q.z, Q.w);
      }
    }
    table.finish();
  }

  /** Half-spaces around the scene, each cut by the others. */
  placeGrounds(center: Vector3, size: number): void {
    const { plane } = this.run.head;
    const planes = this.grounds.map(({ part }) => {
      this.place(part, M);
      const normal = new Vector3().setFromMatrixColumn(M, plane ? 1 : 2);
      return { matrix: M.clone(), normal, d: normal.dot(new Vector3().setFromMatrixPosition(M)) };
    });
    const cell = 10 ** Math.floor(Math.log10(size / 3));
    this.grounds.forEach(({ mesh, material }, k) => {
      const { matrix, normal, d } = planes[k];
      const level = planes.every((other) => Math.abs(other.normal.dot(normal)) > 0.999);
      const fade = plane ? 2 * size : level ? 3.2 * size : 1.15 * size;
      const u = material.uniforms;
      // The patch lies around the place under the centre.
      const foot = center.clone().addScaledVector(normal, d - normal.dot(center));
      const local = foot.applyMatrix4(matrix.clone().invert());
      u.uFade.value = fade;
      u.uCell.value = size / cell > 15 ? 2 * cell : cell;
      (u.uOrigin.value as Vector2).set(local.x, local.y);
      mesh.matrixAutoUpdate = false;
      mesh.geometry.dispose();
      mesh.geometry = plane ? new PlaneGeometry(6 * fade, fade).translate(0, -fade / 2, 0) : new PlaneGeometry(2 * fade, 2 * fade);
      mesh.matrix.copy(matrix);
      if (plane) mesh.matrix.multiply(new Matrix4().makeTranslation(local.x, 0, -0.01));
      else mesh.matrix.multiply(new Matrix4().makeTranslation(local.x, local.y, 0));
      mesh.matrixWorldNeedsUpdate = true;
      const others = planes.filter((other, j) => j !== k && Math.abs(other.normal.dot(normal)) <= 0.999).slice(0, 8);
      others.forEach((other, j) => (u.uOthers.value as Vector4[])[j].set(other.normal.x, other.normal.y, other.normal.z, other.d - 1e-4 * size));
      if (material.defines.OTHERS !== others.length) {
        material.defines.OTHERS = others.length;
        material.needsUpdate = true;
      }
    });
  }

  /** Whether a half-space moves with its body. */
  get movingGround(): boolean {
    return this.grounds.some(({ part }) => this.run.moving[part.body] >= 0);
  }

  paint(palette: Palette, selected: (body: number) => boolean): void {
    const tint = (body: number) => (selected(body) ? palette.selected : this.colourOf(body, palette));
    this.parts.forEach((part, k) => this.table.set(k, 2, ...tint(part.body), 1));
    this.table.finish();
    for (const { material, part } of this.grounds) {
      const chosen = selected(part.body);
      (material.uniforms.uColour.value as Vector3).set(...palette.ground);
      (material.uniforms.uLineColour.value as Vector3).set(...(chosen ? palette.selected : this.run.head.plane ? palette.fixed : palette.grid));
    }
    this.uniforms.uGhost.value.set(...palette.background);
    this.uniforms.uAlpha.value = palette.shadow;
  }

  colourOf(body: number, palette: Palette): Rgb {
    const { kind, group } = this.run.head.bodies[body];
    if (kind === "fixed") return palette.fixed;
    const base = palette.bodies[this.paletteOf(group) % palette.bodies.length];
    // Members of a group differ by a shade, the same in every run.
    const shade = 0.93 + 0.14 * ((((body + 1) * 2654435761) >>> 0) / 4294967296);
    if (this.groupSizes[group] === 1) return base;
    const other = palette.bodies[(this.paletteOf(group) + 1) % palette.bodies.length];
    const mix = 0.34 * ((((body + 7) * 40503 * 65537) >>> 0) / 4294967296) ** 2;
    return [0, 1, 2].map((c) => shade * (base[c] + mix * (other[c] - base[c]))) as Rgb;
  }

  private groups: number[] | null = null;
  private groupSizes: number[] = [];
  private paletteOf(group: number): number {
    if (!this.groups) {
      // Fixed groups take no colour, so that the first that moves has the first one.
      let next = 0;
      this.groups = [];
      for (const body of this.run.head.bodies) {
        this.groupSizes[body.group] = (this.groupSizes[body.group] ?? 0) + 1;
        if (body.kind !== "fixed" && this.groups[body.group] === undefined) this.groups[body.group] = next++;
      }
    }
    return this.groups[group] ?? 0;
  }

  /** The body that a ray meets first, and how far away. */
  pick(ray: Raycaster): { body: number; distance: number } | null {
    let found: { body: number; distance: number } | null = null;
    const near = (body: number, distance: number) => {
      if (!found || distance < found.distance) found = { body, distance };
    };
    const { origin, direction } = ray.ray;
    const local = new Ray();
    for (const part of this.parts) {
      this.place(part, M);
      const sphere = part.geometry?.boundingSphere;
      const radius = sphere ? sphere.radius : part.radius;
      const c = (sphere ? sphere.center.clone().applyMatrix4(M) : V.clone()).sub(origin);
      const b = c.dot(direction);
      const disc = b * b - c.lengthSq() + radius ** 2;
      if (disc < 0 || b + Math.sqrt(disc) < 0) continue;
      if (!part.geometry) {
        near(part.body, b - Math.sqrt(disc));
        continue;
      }
      local.copy(ray.ray).applyMatrix4(M.invert());
      const distance = hit(local, part.geometry);
      if (distance !== null) near(part.body, distance);
    }
    return found;
  }
}

const ONE = new Vector3(1, 1, 1);
const M = new Matrix4();
const Q = new Quaternion();
const V = new Vector3();
