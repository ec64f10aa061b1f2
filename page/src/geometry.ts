// Shapes as triangles. Every vertex carries barycentric numbers with which the shader draws the true edges of the shape.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Shape as Outline,
  ShapeGeometry,
  SphereGeometry,
} from "three";
import type { Shape } from "./data";

/** Sharper bends are drawn as edges. */
const SHARP = Math.cos((38 * Math.PI) / 180);

/** `many`: how often it is drawn; curved shapes have fewer triangles then. */
export function geometryOf(shape: Shape, many: number): BufferGeometry {
  return withEdges(plain(shape, many < 100 ? 36 : many < 800 ? 20 : 10));
}

/** The radius around the origin of the shape that holds it; 0 for half-spaces. */
export function reach(shape: Shape): number {
  const r = shape.radius ?? 0;
  switch (shape.kind) {
    case "sphere":
    case "disc":
      return r;
    case "box":
      return Math.hypot(...(shape.half as number[]));
    case "capsule":
      return (shape.half as number) + r;
    case "cylinder":
    case "cone":
      return Math.hypot(shape.half as number, r);
    case "ellipsoid":
      return Math.max(...(shape.axes ?? [0]));
    case "polygon":
      return Math.max(...(shape.points ?? []).map(([x, y]) => Math.hypot(x, y))) + r;
    case "hull":
    case "mesh": {
      let most = 0;
      const v = shape.vertices ?? [];
      for (let i = 0; i < v.length; i += 3) most = Math.max(most, Math.hypot(v[i], v[i + 1], v[i + 2]));
      return most;
    }
    default:
      return 0;
  }
}

/** Corners of the box around a shape, in its own axes; none for half-spaces. */
export function corners(shape: Shape): number[][] {
  let low = [Infinity, Infinity, Infinity];
  let high = [-Infinity, -Infinity, -Infinity];
  if (shape.vertices || shape.points) {
    const flat = shape.vertices ?? (shape.points ?? []).flatMap(([x, y]) => [x, y, 0]);
    for (let i = 0; i < flat.length; i++) {
      low[i % 3] = Math.min(low[i % 3], flat[i]);
      high[i % 3] = Math.max(high[i % 3], flat[i]);
    }
    const r = shape.radius ?? 0;
    [low, high] = [low.map((x) => x - r), high.map((x) => x + r)];
  } else {
    const r = shape.radius ?? 0;
    const half = shape.half as number;
    const sizes: Record<string, number[] | undefined> = {
      box: shape.half as number[],
      ellipsoid: shape.axes,
      capsule: [r, r, half + r],
      cylinder: [r, r, half],
      cone: [r, r, half],
      sphere: [r, r, r],
      disc: [r, r, 0],
    };
    const size = sizes[shape.kind];
    if (!size) return [];
    [low, high] = [size.map((x) => -x), [...size]];
  }
  return Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((c) => ((k >> c) & 1 ? high[c] : low[c])));
}

function plain(shape: Shape, around: number): BufferGeometry {
  const r = shape.radius ?? 0;
  const half = shape.half as number;
  switch (shape.kind) {
    case "box": {
      const [x, y, z] = shape.half as number[];
      return new BoxGeometry(2 * x, 2 * y, 2 * z).toNonIndexed();
    }
    case "capsule":
      return new CapsuleGeometry(r, 2 * half, Math.ceil(around / 6), around).rotateX(Math.PI / 2).toNonIndexed();
    case "cylinder":
      return new CylinderGeometry(r, r, 2 * half, around).rotateX(Math.PI / 2).toNonIndexed();
    case "cone":
      return new ConeGeometry(r, 2 * half, around).rotateX(Math.PI / 2).toNonIndexed();
    case "ellipsoid": {
      const [x, y, z] = shape.axes ?? [1, 1, 1];
      const ball = new SphereGeometry(1, around, Math.ceil(0.6 * around)).scale(x, y, z);
      // Normals of the ellipsoid, not of the ball it was: p / axes².
      const p = ball.getAttribute("position");
      const n = ball.getAttribute("normal");
      for (let i = 0; i < p.count; i++) {
        const v = [p.getX(i) / (x * x), p.getY(i) / (y * y), p.getZ(i) / (z * z)];
        const l = Math.hypot(v[0], v[1], v[2]) || 1;
        n.setXYZ(i, v[0] / l, v[1] / l, v[2] / l);
      }
      return ball.toNonIndexed();
    }
    case "polygon":
      return polygon(shape.points ?? [], r);
    default: {
      const flat = new BufferGeometry();
      flat.setAttribute("position", new BufferAttribute(Float32Array.from(shape.vertices ?? []), 3));
      flat.setIndex(shape.triangles ?? []);
      const out = flat.toNonIndexed();
      out.computeVertexNormals();
      return out;
    }
  }
}

/** A convex polygon with all points within r of it, counter-clockwise; two points make a segment. */
function polygon(points: [number, number][], r: number): BufferGeometry {
  const corners: [number, number][] = [];
  const n = points.length;
  // A segment without radius still has to be seen.
  const size = Math.max(...points.map(([x, y]) => Math.hypot(x, y)), 1e-12);
  const radius = r > 0 ? r : n === 2 ? size * 0.01 : 0;
  if (radius === 0) {
    corners.push(...points);
  } else {
    const directions = points.map(([x, y], k) => {
      const [u, v] = points[(k + 1) % n];
      return Math.atan2(-(u - x), v - y); // outward normal of the side from this corner
    });
    points.forEach(([x, y], k) => {
      const from = directions[(k + n - 1) % n];
      let turn = directions[k] - from;
      while (turn < 0) turn += 2 * Math.PI;
      const parts = Math.max(1, Math.ceil(turn / 0.2));
      for (let i = 0; i <= parts; i++) {
        const angle = from + (turn * i) / parts;
        corners.push([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
      }
    });
  }
  const outline = new Outline();
  corners.forEach(([x, y], k) => (k ? outline.lineTo(x, y) : outline.moveTo(x, y)));
  return new ShapeGeometry(outline).toNonIndexed();
}

/** Barycentric numbers; those of an edge that is no edge of the shape never come near 0. */
function withEdges(geometry: BufferGeometry): BufferGeometry {
  const p = geometry.getAttribute("position");
  const count = p.count;
  geometry.computeBoundingSphere();
  const grain = (geometry.boundingSphere?.radius ?? 1) * 1e-5 || 1;
  const ids = new Map<string, number>();
  const id = (i: number) => {
    const key = [p.getX(i), p.getY(i), p.getZ(i)].map((x) => Math.round(x / grain)).join();
    const known = ids.get(key) ?? ids.size;
    ids.set(key, known);
    return known;
  };
  const corner = Array.from({ length: count }, (_, i) => id(i));
  const normal = (t: number): [number, number, number] => {
    const at = (k: number) => [p.getX(3 * t + k), p.getY(3 * t + k), p.getZ(3 * t + k)];
    const [a, b, c] = [at(0), at(1), at(2)];
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const l = Math.hypot(n[0], n[1], n[2]) || 1;
    return [n[0] / l, n[1] / l, n[2] / l];
  };
  const sides = new Map<string, [number, number, number][]>();
  const side = (t: number, k: number) => {
    const [a, b] = [corner[3 * t + ((k + 1) % 3)], corner[3 * t + ((k + 2) % 3)]];
    return a < b ? `${a},${b}` : `${b},${a}`;
  };
  for (let t = 0; t < count / 3; t++) {
    const n = normal(t);
    for (let k = 0; k < 3; k++) sides.set(side(t, k), [...(sides.get(side(t, k)) ?? []), n]);
  }
  const bary = new Float32Array(3 * count);
  for (let t = 0; t < count / 3; t++) {
    for (let k = 0; k < 3; k++) {
      const near = sides.get(side(t, k)) ?? [];
      const [m, n] = near;
      const smooth = near.length === 2 && m[0] * n[0] + m[1] * n[1] + m[2] * n[2] > SHARP;
      for (let i = 0; i < 3; i++) bary[3 * (3 * t + i) + k] = smooth || i === k ? 1 : 0;
    }
  }
  geometry.setAttribute("bary", new BufferAttribute(bary, 3));
  if (!geometry.getAttribute("normal")) geometry.computeVertexNormals();
  geometry.deleteAttribute("uv");
  return geometry;
}
