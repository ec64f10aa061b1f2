// Bodies on the stage: balls and discs as impostors (two triangles each), other shapes instanced.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
  type Raycaster,
} from "three";
import type { Run } from "./data";
import { geometryOf, reach } from "./geometry";
import * as glsl from "./shaders";
import type { Palette, Rgb } from "./theme";

interface Part {
  body: number;
  position: Vector3;
  rotation: Quaternion;
}
interface Solid {
  mesh: InstancedMesh;
  parts: Part[];
  tint: InstancedBufferAttribute;
  moves: boolean;
}
interface Ground {
  mesh: Mesh;
  part: Part;
  material: ShaderMaterial;
}

const ONE = new Vector3(1, 1, 1);

/** Up to so many bodies throw shadows. */
const SHADOWS = 1500;

export class Bodies {
  readonly group = new Group();
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
  readonly extent: Float32Array;
  readonly uniforms = {
    uKey: { value: new Vector3(0.35, -0.5, 0.8).normalize() },
    uUp: { value: new Vector3(0, 0, 1) },
    uGhost: { value: new Vector3() },
    uGhosting: { value: 0 },
    uFlat: { value: 0 },
    uLine: { value: 1.5 },
    uToWorld: { value: new Matrix4() },
    uAlpha: { value: 0.1 },
  };
  private readonly solids: Solid[] = [];
  private readonly grounds: Ground[] = [];
  private readonly balls: Part[] = [];
  private readonly radii: number[] = [];
  private readonly ballGeometry = new InstancedBufferGeometry();
  private readonly ballTint: InstancedBufferAttribute;
  private readonly shadow = new Group();
  private shadowDiscs: InstancedMesh | null = null;
  private drawnFixed = false;

  constructor(private readonly run: Run) {
    const { bodies, shapes, plane } = run.head;
    const n = bodies.length;
    this.position = new Float32Array(3 * n);
    this.quaternion = new Float32Array(4 * n);
    this.extent = new Float32Array(n);
    this.uniforms.uFlat.value = plane ? 1 : 0;
    if (plane) this.uniforms.uLine.value = 1.8;
    const byShape = new Map<string, Part[]>();
    bodies.forEach((body, i) => {
      const [x, y, z, qw, qx, qy, qz] = body.pose;
      this.position.set([x, y, z], 3 * i);
      this.quaternion.set([qx, qy, qz, qw], 4 * i);
      for (const [shape, p] of body.shapes) {
        const part = { body: i, position: new Vector3(p[0], p[1], p[2]), rotation: new Quaternion(p[4], p[5], p[6], p[3]) };
        const { kind, radius } = shapes[shape];
        this.extent[i] = Math.max(this.extent[i], part.position.length() + reach(shapes[shape]));
        if (kind === "sphere" || kind === "disc") {
          this.balls.push(part);
          this.radii.push(radius ?? 0);
        } else if (kind === "plane") {
          this.addGround(part);
        } else {
          const key = `${shape} ${body.kind === "fixed"}`;
          byShape.set(key, [...(byShape.get(key) ?? []), part]);
        }
      }
    });
    // A body without a shape reaches as far as its joints.
    for (const link of run.head.links) {
      link.bodies.forEach((body, k) => {
        if (!bodies[body].shapes.length && run.moving[body] >= 0) this.extent[body] = Math.max(this.extent[body], Math.hypot(...link.points[k]));
      });
    }
    for (const [key, parts] of byShape) this.addSolid(shapes[parseInt(key, 10)], parts);
    this.ballTint = this.addBalls();
    this.addShadows();
  }

  private addSolid(shape: Parameters<typeof geometryOf>[0], parts: Part[]): void {
    const geometry = geometryOf(shape);
    const tint = new InstancedBufferAttribute(new Float32Array(3 * parts.length), 3);
    geometry.setAttribute("tint", tint);
    const material = new ShaderMaterial({
      vertexShader: glsl.SOLID_VERTEX,
      fragmentShader: glsl.SOLID_FRAGMENT,
      uniforms: this.uniforms,
      side: 2,
    });
    const mesh = new InstancedMesh(geometry, material, parts.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    const moves = parts.some((part) => this.run.moving[part.body] >= 0);
    if (this.run.head.plane) mesh.position.z = moves ? 0.002 : 0.001;
    mesh.renderOrder = moves ? 3 : 2;
    this.group.add(mesh);
    this.solids.push({ mesh, parts, tint, moves });
  }

  private addBalls(): InstancedBufferAttribute {
    const n = this.balls.length;
    const g = this.ballGeometry;
    g.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    g.setIndex([0, 1, 2, 0, 2, 3]);
    for (const [name, size] of [["ball", 4], ["turn", 4], ["tint", 3]] as const) {
      const attribute = new InstancedBufferAttribute(new Float32Array(size * n), size);
      attribute.setUsage(DynamicDrawUsage);
      g.setAttribute(name, attribute);
    }
    g.instanceCount = n;
    const { plane } = this.run.head;
    const material = new ShaderMaterial({
      vertexShader: glsl.BALL_VERTEX,
      fragmentShader: plane ? glsl.DISC_FRAGMENT : glsl.BALL_FRAGMENT,
      uniforms: this.uniforms,
      transparent: plane,
      side: 2,
    });
    const mesh = new Mesh(g, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 3;
    mesh.visible = n > 0;
    this.group.add(mesh);
    return g.getAttribute("tint") as InstancedBufferAttribute;
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
        uCount: { value: 0 },
      },
    });
    const mesh = new Mesh(new PlaneGeometry(1, 1), material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 0;
    this.group.add(mesh);
    this.grounds.push({ mesh, part, material });
  }

  /** Bodies flattened onto the first fixed half-space that looks up. */
  private addShadows(): void {
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
    const material = (vertexShader: string) =>
      new ShaderMaterial({
        vertexShader,
        fragmentShader: glsl.SHADOW_FRAGMENT,
        uniforms: this.uniforms,
        transparent: true,
        depthWrite: false,
        side: 2,
        stencilWrite: true,
        stencilRef: 1,
        stencilFunc: 517, // NotEqual: no pixel is darkened twice
        stencilZPass: 7681, // Replace
      });
    for (const { mesh } of this.solids) {
      const copy = new InstancedMesh(mesh.geometry, material(glsl.SOLID_VERTEX), mesh.count);
      copy.instanceMatrix = mesh.instanceMatrix;
      copy.frustumCulled = false;
      copy.renderOrder = 1;
      this.shadow.add(copy);
    }
    if (this.balls.length) {
      const circle = circleAcross(l);
      this.shadowDiscs = new InstancedMesh(circle, material(glsl.SOLID_VERTEX), this.balls.length);
      this.shadowDiscs.frustumCulled = false;
      this.shadowDiscs.renderOrder = 1;
      this.shadow.add(this.shadowDiscs);
    }
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
    for (const { mesh, parts, moves } of this.solids) {
      if (!moves && this.drawnFixed) continue;
      parts.forEach((part, k) => mesh.setMatrixAt(k, this.place(part, M)));
      mesh.instanceMatrix.needsUpdate = true;
    }
    this.updateBalls();
    this.drawnFixed = true;
  }

  private updateBalls(): void {
    const { position: p, quaternion: q } = this;
    const ball = this.ballGeometry.getAttribute("ball") as InstancedBufferAttribute;
    const turn = this.ballGeometry.getAttribute("turn") as InstancedBufferAttribute;
    const [at, to] = [ball.array as Float32Array, turn.array as Float32Array];
    this.balls.forEach((part, k) => {
      const b = part.body;
      if (part.position.lengthSq() === 0 && part.rotation.w === 1) {
        for (let c = 0; c < 3; c++) at[4 * k + c] = p[3 * b + c];
        for (let c = 0; c < 4; c++) to[4 * k + c] = q[4 * b + c];
      } else {
        this.place(part, M);
        at.set([V.x, V.y, V.z], 4 * k);
        to.set([Q.x, Q.y, Q.z, Q.w], 4 * k);
      }
      at[4 * k + 3] = this.radii[k];
    });
    ball.needsUpdate = turn.needsUpdate = true;
    if (this.shadowDiscs) {
      for (let k = 0; k < this.balls.length; k++) {
        const r = this.radii[k];
        M.makeScale(r, r, r).setPosition(at[4 * k], at[4 * k + 1], at[4 * k + 2]);
        this.shadowDiscs.setMatrixAt(k, M);
      }
      this.shadowDiscs.instanceMatrix.needsUpdate = true;
    }
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
      u.uCount.value = others.length;
    });
  }

  /** Whether a half-space moves with its body. */
  get movingGround(): boolean {
    return this.grounds.some(({ part }) => this.run.moving[part.body] >= 0);
  }

  paint(palette: Palette, selected: (body: number) => boolean): void {
    const tint = (body: number) => (selected(body) ? palette.selected : this.colourOf(body, palette));
    for (const { parts, tint: attribute } of this.solids) {
      parts.forEach((part, k) => attribute.setXYZ(k, ...tint(part.body)));
      attribute.needsUpdate = true;
    }
    this.balls.forEach((part, k) => this.ballTint.setXYZ(k, ...tint(part.body)));
    this.ballTint.needsUpdate = true;
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
    const at = (this.ballGeometry.getAttribute("ball") as InstancedBufferAttribute).array;
    this.balls.forEach((part, k) => {
      const c = V.set(at[4 * k], at[4 * k + 1], at[4 * k + 2]).sub(origin);
      const b = c.dot(direction);
      const disc = b * b - c.lengthSq() + this.radii[k] ** 2;
      if (disc >= 0 && b > 0) near(part.body, b - Math.sqrt(disc));
    });
    for (const { mesh, parts } of this.solids) {
      mesh.computeBoundingSphere();
      for (const hit of ray.intersectObject(mesh)) near(parts[hit.instanceId ?? 0].body, hit.distance);
    }
    return found;
  }
}

/** A disc of radius 1 across a direction: what the light sees of a ball. */
function circleAcross(l: Vector3): BufferGeometry {
  const n = 24;
  const x = new Vector3(0, 0, 1).cross(l).normalize();
  const y = l.clone().cross(x);
  const points: number[] = [];
  const corner = (k: number) => {
    const a = (2 * Math.PI * k) / n;
    const v = x.clone().multiplyScalar(Math.cos(a)).addScaledVector(y, Math.sin(a));
    return [v.x, v.y, v.z];
  };
  for (let k = 0; k < n; k++) points.push(0, 0, 0, ...corner(k), ...corner(k + 1));
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  g.setAttribute("normal", new BufferAttribute(new Float32Array(points.length), 3));
  g.setAttribute("bary", new BufferAttribute(new Float32Array(points.length), 3));
  g.setAttribute("tint", new BufferAttribute(new Float32Array(points.length), 3));
  return g;
}

const M = new Matrix4();
const Q = new Quaternion();
const V = new Vector3();
