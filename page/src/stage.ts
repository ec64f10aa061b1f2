// The scene: camera, bodies, contacts, picking. Draws only when something has changed.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  ColorManagement,
  Line,
  LineBasicMaterial,
  LinearSRGBColorSpace,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Bodies } from "./bodies";
import type { Run } from "./data";
import { Overlay, placed } from "./overlay";
import type { State } from "./state";
import { DARK, LIGHT, isDark } from "./theme";

ColorManagement.enabled = false;

export type Preset = "fit" | "top" | "front" | "side";
const DIRECTIONS: Record<Preset, [number, number, number]> = {
  fit: [0.62, -1, 0.52],
  top: [0, -1e-4, 1],
  front: [0, -1, 0.0001],
  side: [1, 0, 0.0001],
};

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly bodies: Bodies;
  readonly overlay: Overlay;
  /** Pictures drawn since the page was opened. */
  drawn = 0;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera: PerspectiveCamera | OrthographicCamera;
  private readonly controls: OrbitControls;
  private readonly center = new Vector3();
  private radius = 1;
  private dirty = true;
  private moved = true;
  private readonly trail: Line;
  /** Less than 1 while a run plays on a machine that cannot keep up. */
  private sharpness = 1;
  private pace = 0;
  /** The view that was chosen last, until the reader moves the camera. */
  private preset: Preset | null = null;
  private lastDraw = 0;
  private readonly half = new Vector3();

  constructor(private readonly host: HTMLElement, private readonly run: Run, private readonly state: State) {
    this.renderer = new WebGLRenderer({ antialias: run.head.bodies.length < 400, stencil: true, preserveDrawingBuffer: false });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("aria-label", "the scene");
    host.append(this.canvas);
    this.bodies = new Bodies(run);
    this.measure();
    this.overlay = new Overlay(run, state, 2 * this.radius, this.bodies.extent);
    this.scene.add(this.bodies.group, this.overlay.group);
    this.camera = run.head.plane ? new OrthographicCamera() : new PerspectiveCamera(36);
    if (!run.head.plane) this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    if (run.head.plane) {
      this.controls.enableRotate = false;
      this.controls.mouseButtons = { LEFT: 2, MIDDLE: 1, RIGHT: 2 };
      this.controls.touches = { ONE: 1, TWO: 2 };
    }
    this.controls.addEventListener("start", () => (this.preset = null));
    this.canvas.addEventListener("wheel", () => (this.preset = null), { passive: true });
    this.controls.addEventListener("change", () => {
      this.dirty = true;
      state.tell("camera");
    });
    this.trail = new Line(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.8 }));
    this.trail.frustumCulled = false;
    this.trail.visible = false;
    this.scene.add(this.trail);
    this.bodies.placeGrounds(this.center, this.radius);
    state.on("time", () => this.touch());
    state.on("display", () => this.touch());
    state.on("selection", () => this.repaint());
    state.on("theme", () => this.repaint());
    new ResizeObserver(() => {
      this.resize();
      // A view that nobody has touched stays fitted.
      if (this.preset) this.look(this.preset, false);
    }).observe(host);
    this.resize();
    this.look("fit", false);
    this.repaint();
    this.listen();
    state.on("playing", () => this.sharpen());
    const loop = (now: number) => {
      if (this.draw() && state.playing) this.keepUp(now);
      requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  /** Fewer pixels where a picture takes longer than a 25th of a second, more where there is time to spare. */
  private keepUp(now: number): void {
    const took = now - this.lastDraw;
    this.lastDraw = now;
    if (took > 1000) return;
    this.pace = this.pace ? 0.7 * this.pace + 0.3 * took : took;
    const wanted = this.pace > 40 ? this.sharpness * 0.8 : this.pace < 27 ? this.sharpness * 1.1 : this.sharpness;
    const next = Math.min(1, Math.max(0.4, wanted));
    if (Math.abs(next - this.sharpness) < 0.03) return;
    this.sharpness = next;
    this.pace = 0;
    this.resize();
  }

  /** Every pixel again when the run stands still. */
  private sharpen(): void {
    this.lastDraw = this.pace = 0;
    if (this.state.playing || this.sharpness === 1) return;
    this.sharpness = 1;
    this.resize();
  }

  /** Where the bodies are over the whole run, but for the few that fly away. */
  private measure(): void {
    const { run, bodies } = this;
    const axes: [number, number][][] = [[], [], []];
    const frames = Math.min(12, run.times.length);
    const { position, quaternion, extent } = bodies;
    for (let s = 0; s < Math.max(1, frames); s++) {
      if (frames) run.poses(Math.round((s * (run.times.length - 1)) / Math.max(1, frames - 1)), 0, position, quaternion);
      for (let i = 0; i < extent.length; i++) {
        if (extent[i] === 0 && run.moving[i] < 0) continue;
        const around = extent.length <= 1000 ? bodies.around[i] : [];
        for (const point of around) {
          placed(point, i, position, quaternion).forEach((x, c) => axes[c].push([x, x]));
        }
        if (around.length) continue;
        for (let c = 0; c < 3; c++) axes[c].push([position[3 * i + c] - extent[i], position[3 * i + c] + extent[i]]);
      }
    }
    if (run.times.length) run.poses(0, 0, position, quaternion);
    const many = extent.length > 60;
    const [low, high] = [new Vector3(), new Vector3()];
    axes.forEach((list, c) => {
      const cut = many ? Math.floor(0.01 * list.length) : 0;
      const lows = list.map((x) => x[0]).sort((x, y) => x - y);
      const highs = list.map((x) => x[1]).sort((x, y) => y - x);
      low.setComponent(c, lows[cut] ?? -1);
      high.setComponent(c, highs[cut] ?? 1);
    });
    if (run.head.plane) low.z = high.z = 0;
    this.center.addVectors(low, high).multiplyScalar(0.5);
    this.half.subVectors(high, low).multiplyScalar(0.5);
    this.radius = Math.max(this.half.length(), 1e-9);
  }

  private touch(): void {
    this.moved = true;
    this.dirty = true;
  }

  private get palette() {
    return isDark(this.state.theme) ? DARK : LIGHT;
  }

  repaint(): void {
    const { selection } = this.state;
    const selected = (body: number) =>
      (selection.kind === "body" && selection.body === body);
    this.bodies.paint(this.palette, selected);
    this.overlay.paint(this.palette);
    this.scene.background = new Color(...this.palette.background);
    this.drawTrail();
    this.touch();
  }

  private drawTrail(): void {
    const { selection } = this.state;
    const { run } = this;
    this.trail.visible = selection.kind === "body" && run.moving[selection.body] >= 0;
    if (!this.trail.visible || selection.kind !== "body") return;
    const stride = Math.max(1, Math.ceil(run.times.length / 4000));
    const points: number[] = [];
    for (let k = 0; k < run.times.length; k += stride) {
      const z = run.head.plane ? 0.01 : run.value(k, selection.body, 2);
      points.push(run.value(k, selection.body, 0), run.value(k, selection.body, 1), z);
    }
    this.trail.geometry.dispose();
    this.trail.geometry = new BufferGeometry();
    this.trail.geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    (this.trail.material as LineBasicMaterial).color.setRGB(...this.palette.selected);
    this.trail.renderOrder = 5;
  }

  private resize(): void {
    const { clientWidth: w, clientHeight: h } = this.host;
    if (!w || !h) return;
    // Sharper screens get at most twice the pixels.
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * this.sharpness);
    this.renderer.setSize(w, h, false);
    this.overlay.screen.set(w / 2, h / 2);
    this.overlay.ratio = this.renderer.getPixelRatio();
    this.moved = true;
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = w / h;
    } else {
      const tall = this.camera.top - this.camera.bottom || 2;
      this.camera.top = tall / 2;
      this.camera.bottom = -tall / 2;
      this.camera.right = ((w / h) * tall) / 2;
      this.camera.left = -this.camera.right;
    }
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  /** A camera that has everything in view. */
  look(preset: Preset, smooth = true): void {
    const { camera, controls } = this;
    this.preset = preset;
    const aspect = (this.host.clientWidth || 1) / (this.host.clientHeight || 1);
    const target = this.center.clone();
    if (camera instanceof OrthographicCamera) {
      const tall = 1.18 * Math.max(this.half.y, this.half.x / aspect, 1e-9);
      camera.top = tall;
      camera.bottom = -tall;
      camera.right = tall * aspect;
      camera.left = -camera.right;
      camera.zoom = 1;
      camera.near = -100 * this.radius - 1;
      camera.far = 100 * this.radius + 1;
      camera.position.set(target.x, target.y, 10 * this.radius);
    } else {
      const direction = new Vector3(...DIRECTIONS[preset]).normalize();
      camera.near = this.radius / 200;
      camera.far = this.radius * 60;
      this.fly(target, direction, this.distance(direction, aspect), smooth);
      return;
    }
    controls.target.copy(target);
    camera.updateProjectionMatrix();
    controls.update();
    this.dirty = true;
    this.state.tell("camera");
  }

  /** How far away a box fits into the view along a direction. */
  private distance(direction: Vector3, aspect: number): number {
    const camera = this.camera as PerspectiveCamera;
    const tan = Math.tan((camera.fov * Math.PI) / 360);
    const right = new Vector3(0, 0, 1).cross(direction).normalize();
    const up = direction.clone().cross(right);
    let far = 0;
    for (let k = 0; k < 8; k++) {
      const p = new Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1).multiply(this.half);
      const toward = p.dot(direction);
      far = Math.max(far, toward + Math.abs(p.dot(up)) / tan, toward + Math.abs(p.dot(right)) / (tan * aspect));
    }
    return 1.16 * Math.max(far, this.radius * 0.5);
  }

  private fly(target: Vector3, direction: Vector3, distance: number, smooth: boolean): void {
    const { camera, controls } = this;
    const from = camera.position.clone().sub(controls.target);
    const start = controls.target.clone();
    const to = direction.multiplyScalar(distance);
    const began = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const go = () => {
      const s = smooth && !still ? Math.min(1, (performance.now() - began) / 280) : 1;
      const e = s * s * (3 - 2 * s);
      controls.target.lerpVectors(start, target, e);
      const arm = from.clone().lerp(to, e);
      arm.setLength((1 - e) * from.length() + e * to.length() || 1);
      camera.position.copy(controls.target).add(arm);
      camera.updateProjectionMatrix();
      controls.update();
      this.dirty = true;
      if (s < 1) requestAnimationFrame(go);
    };
    go();
  }

  get cameraNumbers(): number[] {
    const { position: p, zoom } = this.camera;
    const t = this.controls.target;
    return [p.x, p.y, p.z, t.x, t.y, t.z, zoom];
  }

  setCamera(numbers: number[]): void {
    const [x, y, z, tx, ty, tz, zoom] = numbers;
    this.preset = null;
    this.camera.position.set(x, y, z);
    this.controls.target.set(tx, ty, tz);
    this.camera.zoom = Math.min(1e4, Math.max(1e-4, zoom));
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.dirty = true;
  }

  /** Everything at the time of the state, whether or not the screen asks for it. */
  draw(force = false): boolean {
    if (!this.dirty && !force) return false;
    this.dirty = false;
    const { run, bodies, state } = this;
    if (this.moved || force) {
      this.moved = false;
      const k = run.frameAt(state.time);
      const next = Math.min(k + 1, run.times.length - 1);
      const span = run.times[next] - run.times[k];
      const share = span > 0 ? Math.min(1, Math.max(0, (state.time - run.times[k]) / span)) : 0;
      if (run.times.length) run.poses(k, share < 1e-6 ? 0 : share, bodies.position, bodies.quaternion);
      bodies.uniforms.uGhosting.value = state.display.chains ? 0.62 : 0;
      bodies.update();
      if (bodies.movingGround) bodies.placeGrounds(this.center, this.radius);
      this.overlay.update(k, bodies.position, bodies.quaternion, this.palette);
    }
    this.camera.updateMatrixWorld();
    bodies.choose(this.camera, this.pixels(), this.canvas.height);
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
    return true;
  }

  /** Pixels of one metre at the target. */
  private pixels(): number {
    const { camera, controls, canvas } = this;
    if (camera instanceof OrthographicCamera) return (canvas.height * camera.zoom) / (camera.top - camera.bottom);
    const far = camera.position.distanceTo(controls.target);
    return canvas.height / (2 * far * Math.tan((camera.fov * Math.PI) / 360));
  }

  /** Waits until the picture is finished: for measuring. */
  finish(): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  picture(): string {
    this.draw(true);
    return this.canvas.toDataURL("image/png");
  }

  /** Where a point of the world is on the canvas. */
  project(x: number, y: number, z: number): [number, number, number] {
    const v = new Vector3(x, y, z).project(this.camera);
    return [((v.x + 1) / 2) * this.host.clientWidth, ((1 - v.y) / 2) * this.host.clientHeight, v.z];
  }

  private listen(): void {
    let down: [number, number] | null = null;
    this.canvas.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
    this.canvas.addEventListener("pointerup", (e) => {
      if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 5) return;
      const box = this.canvas.getBoundingClientRect();
      this.pick(e.clientX - box.left, e.clientY - box.top);
    });
    this.canvas.addEventListener("dblclick", () => this.look("fit"));
  }

  /** Selects the contact or body at a place of the canvas. */
  pick(x: number, y: number): void {
    const { run, state } = this;
    const ray = new Raycaster();
    const w = this.host.clientWidth;
    const h = this.host.clientHeight;
    ray.setFromCamera(new Vector2((2 * x) / w - 1, 1 - (2 * y) / h), this.camera);
    const hit = this.bodies.pick(ray);
    if (state.display.contacts) {
      let best = -1;
      let least = 9;
      for (let i = this.overlay.first; i < this.overlay.last; i++) {
        const [px, py, pz] = this.project(run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2]);
        const far = Math.hypot(px - x, py - y);
        if (far < least && pz < 1) {
          // Among many, those behind bodies are not drawn.
          const depth = new Vector3(run.point[3 * i], run.point[3 * i + 1], run.point[3 * i + 2]).distanceTo(ray.ray.origin);
          const hidden = this.overlay.last - this.overlay.first > 1500 && hit && depth > hit.distance + 0.02 * this.radius;
          if (!hidden) [best, least] = [i, far];
        }
      }
      if (best >= 0) {
        state.select({ kind: "pair", a: run.a[best], b: run.b[best] });
        return;
      }
    }
    state.select(hit ? { kind: "body", body: hit.body } : { kind: "none" });
  }
}
