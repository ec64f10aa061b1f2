import { LOOKUP } from "./table";

// Shaders. Colours are those of the screen from end to end: no conversion, no tone mapping.

const LIGHT = /* glsl */ `
uniform vec3 uKey;
uniform vec3 uUp;
uniform vec3 uGhost;
uniform float uGhosting;
uniform float uFlat;
vec3 lit(vec3 tint, vec3 n) {
  float key = max(dot(n, uKey), 0.0);
  float sky = 0.5 + 0.5 * dot(n, uUp);
  vec3 c = tint * (0.52 + 0.24 * sky + 0.36 * key);
  return mix(mix(c, tint, uFlat), uGhost, uGhosting);
}`;

/** Row of a part: position and radius, quaternion, colour. */
const PART = /* glsl */ `
${LOOKUP}
attribute float part;
vec3 turned(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}`;

export const SOLID_VERTEX = /* glsl */ `
${PART}
attribute vec3 bary;
varying vec3 vNormal;
varying vec3 vBary;
varying vec3 vTint;
void main() {
  vec4 at = cell(part, 3, 0);
  vec4 turn = cell(part, 3, 1);
  vBary = bary;
  vTint = cell(part, 3, 2).rgb;
  vNormal = turned(turn, normal);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(at.xyz + turned(turn, position), 1.0);
}`;

export const SOLID_FRAGMENT = /* glsl */ `
${LIGHT}
uniform float uLine;
varying vec3 vNormal;
varying vec3 vBary;
varying vec3 vTint;
void main() {
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  vec3 c = lit(vTint, n);
  vec3 d = fwidth(vBary) * uLine;
  vec3 a = smoothstep(d * 0.35, d, vBary);
  float edge = 1.0 - min(min(a.x, a.y), a.z);
  gl_FragColor = vec4(mix(c, c * mix(0.52, 0.62, uFlat), edge * 0.75 * (1.0 - 0.6 * uGhosting)), 1.0);
}`;

export const BALL_VERTEX = /* glsl */ `
${PART}
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  vec4 ball = cell(part, 3, 0);
  vTint = cell(part, 3, 2).rgb;
  vRadius = ball.w;
  vTurn = cell(part, 3, 1);
  vUv = position.xy;
  vec4 center = viewMatrix * modelMatrix * vec4(ball.xyz, 1.0);
  vCenter = center.xyz;
  // Seen in perspective a ball covers a little more than its disc.
  float far = dot(center.xyz, center.xyz);
  float grow = isOrthographic ? 1.0 : 1.0 / sqrt(max(1.0 - ball.w * ball.w / far, 0.04));
  vec4 p = center;
  if (isOrthographic) {
    p.xy += position.xy * ball.w;
  } else {
    vec3 z = normalize(center.xyz);
    vec3 x = normalize(cross(vec3(0.0, 1.0, 0.0), z));
    vec3 y = cross(z, x);
    p.xyz += (x * position.x + y * position.y) * ball.w * grow;
  }
  vView = p.xyz;
  gl_Position = projectionMatrix * p;
}`;

/** A ball by the ray through each pixel: exact outline, exact depth, two triangles. */
export const BALL_FRAGMENT = /* glsl */ `
${LIGHT}
uniform mat4 projectionMatrix;
uniform mat4 uToWorld;
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  vec3 n;
  vec3 hit;
  if (isOrthographic) {
    float s = dot(vUv, vUv);
    if (s > 1.0) discard;
    n = vec3(vUv, sqrt(1.0 - s));
    hit = vCenter + n * vRadius;
  } else {
    vec3 ray = normalize(vView);
    float b = dot(ray, vCenter);
    float c = dot(vCenter, vCenter) - vRadius * vRadius;
    float disc = b * b - c;
    if (disc < 0.0) discard;
    hit = ray * (b - sqrt(disc));
    n = (hit - vCenter) / vRadius;
  }
  vec3 w = mat3(uToWorld) * n;
  // How the ball is turned shows in two shades.
  vec3 t = cross(-vTurn.xyz, w) * 2.0;
  vec3 body = w + vTurn.w * t + cross(-vTurn.xyz, t);
  float shade = sign(body.x * body.y * body.z) > 0.0 ? 1.0 : 0.9;
  gl_FragColor = vec4(lit(vTint * shade, w), 1.0);
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
}`;

/** Many small balls: points with one depth each, which is right where bodies do not overlap. Light in the axes of the
 * camera, no pattern: this is the one shader whose pixels are counted in millions. */
export const BEAD_VERTEX = /* glsl */ `
${PART}
uniform float uTall;
uniform vec3 uGhost;
uniform float uGhosting;
flat varying vec3 vTint;
void main() {
  vec4 ball = cell(part, 3, 0);
  vTint = cell(part, 3, 2).rgb;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(ball.xyz, 1.0);
  gl_PointSize = max(1.5, ball.w * projectionMatrix[1][1] * uTall / gl_Position.w);
}`;
export const BEAD_FRAGMENT = /* glsl */ `
uniform vec3 uKeySeen;
uniform vec3 uUpSeen;
uniform vec3 uGhost;
uniform float uGhosting;
flat varying vec3 vTint;
void main() {
  vec2 u = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float s = 1.0 - dot(u, u);
  if (s < 0.0) discard;
  vec3 n = vec3(u, sqrt(s));
  float light = 0.64 + 0.12 * dot(n, uUpSeen) + 0.36 * max(dot(n, uKeySeen), 0.0);
  gl_FragColor = vec4(mix(vTint * light, uGhost, uGhosting), 1.0);
}`;

/** A disc of the plane, with its rim and a spoke. */
export const DISC_FRAGMENT = /* glsl */ `
${LIGHT}
uniform float uLine;
varying vec3 vView;
varying vec3 vTint;
flat varying vec3 vCenter;
flat varying float vRadius;
flat varying vec4 vTurn;
varying vec2 vUv;
void main() {
  float s = length(vUv);
  float px = fwidth(s);
  if (s > 1.0) discard;
  vec2 axis = vec2(vTurn.w * vTurn.w - vTurn.z * vTurn.z, 2.0 * vTurn.w * vTurn.z);
  float along = dot(vUv, axis);
  float across = abs(dot(vUv, vec2(-axis.y, axis.x)));
  float rim = smoothstep(1.0 - px * uLine, 1.0 - px * uLine * 0.35, s);
  float spoke = along > 0.0 ? 1.0 - smoothstep(px * 0.5, px * 1.2, across) : 0.0;
  float line = max(rim, spoke * 0.8 * step(px, 0.2));
  vec3 c = lit(vTint, vec3(0.0, 0.0, 1.0));
  gl_FragColor = vec4(mix(c, c * 0.62, line * 0.75), smoothstep(1.0, 1.0 - px, s));
}`;

export const GROUND_VERTEX = /* glsl */ `
varying vec3 vWorld;
varying vec2 vLocal;
void main() {
  vec4 w = modelMatrix * vec4(position, 1.0);
  vWorld = w.xyz;
  vLocal = position.xy;
  gl_Position = projectionMatrix * viewMatrix * w;
}`;

/** A soft patch with a grid, cut where other half-spaces begin. */
export const GROUND_FRAGMENT = /* glsl */ `
uniform vec3 uColour;
uniform vec3 uLineColour;
uniform float uCell;
uniform float uFade;
uniform vec2 uOrigin;
uniform vec4 uOthers[8];
varying vec3 vWorld;
varying vec2 vLocal;
float grid(vec2 p, float cell) {
  vec2 q = p / cell;
  vec2 d = fwidth(q);
  vec2 g = abs(fract(q - 0.5) - 0.5) / d;
  float line = 1.0 - min(min(g.x, g.y), 1.0);
  return line * (1.0 - smoothstep(0.15, 0.5, max(d.x, d.y)));
}
void main() {
#if OTHERS > 0
  for (int k = 0; k < OTHERS; k++) if (dot(uOthers[k].xyz, vWorld) < uOthers[k].w) discard;
#endif
  float fade = 1.0 - smoothstep(0.35, 1.0, length(vLocal) / uFade);
  if (fade <= 0.002) discard;
  vec2 p = vLocal + uOrigin;
#ifdef COARSE
  float line = grid(p, 5.0 * uCell);
#else
  float line = max(0.45 * grid(p, uCell), grid(p, 5.0 * uCell));
#endif
  gl_FragColor = vec4(mix(uColour, uLineColour, line), fade);
}`;

/** The half-plane y ≤ 0: a line, and a fill that fades with depth. */
export const HALF_PLANE_FRAGMENT = /* glsl */ `
uniform vec3 uColour;
uniform vec3 uLineColour;
uniform float uFade;
varying vec3 vWorld;
varying vec2 vLocal;
void main() {
  float px = fwidth(vLocal.y);
  float depth = -vLocal.y;
  float line = 1.0 - smoothstep(px, px * 2.0, depth);
  float fill = 1.0 - smoothstep(0.0, 1.0, depth / (0.2 * uFade));
  float side = 1.0 - smoothstep(0.7, 1.0, abs(vLocal.x) / (3.0 * uFade));
  gl_FragColor = vec4(mix(uColour, uLineColour, line), side * max(line, fill));
}`;

/** Lines and arrows of so many pixels: 0 to 3 the shaft, 4 to 6 the head. */
export const ARROW_VERTEX = /* glsl */ `
${LOOKUP}
attribute float part;
uniform vec2 uScreen;
varying vec4 vPaint;
void main() {
  vec3 corner = position;
  vec4 first = cell(part, 3, 0);
  vec4 second = cell(part, 3, 1);
  vec3 from = first.xyz;
  vec3 to = second.xyz;
  vec2 size = vec2(first.w, second.w);
  vec4 paint = cell(part, 3, 2);
  vPaint = paint;
  vec4 a = projectionMatrix * viewMatrix * vec4(from, 1.0);
  vec4 b = projectionMatrix * viewMatrix * vec4(to, 1.0);
  if (a.w <= 0.0 || b.w <= 0.0 || paint.a <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 p = a.xy / a.w * uScreen;
  vec2 q = b.xy / b.w * uScreen;
  float len = max(length(q - p), 1e-3);
  vec2 along = (q - p) / len;
  vec2 across = vec2(-along.y, along.x);
  float head = size.y * min(3.4 * size.x + 4.0, 0.6 * len);
  float share = corner.x;
  vec2 at = mix(p, q, share) - along * head * corner.y * step(0.5, corner.x);
  float wide = corner.y > 1.5 ? 0.0 : (abs(corner.z) > 1.5 ? head * 0.42 : size.x * 0.5);
  if (corner.y > 1.5) at = q;
  at += across * sign(corner.z) * wide;
  float z = mix(a.z / a.w, b.z / b.w, share);
  gl_Position = vec4(at / uScreen, z - 0.0004, 1.0);
}`;

export const PAINT_FRAGMENT = /* glsl */ `
uniform float uAlpha;
varying vec4 vPaint;
void main() { gl_FragColor = vec4(vPaint.rgb, vPaint.a * uAlpha); }`;

/** Contact points: ring for open, disc for stick, diamond for slip, square for impact. */
export const POINT_VERTEX = /* glsl */ `
${LOOKUP}
attribute float part;
uniform float uSize;
varying vec4 vPaint;
flat varying float vStatus;
void main() {
  vec4 at = cell(part, 2, 0);
  vPaint = cell(part, 2, 1);
  vStatus = at.w;
  gl_Position = projectionMatrix * viewMatrix * vec4(at.xyz, 1.0);
  gl_Position.z -= 0.0008 * gl_Position.w;
  gl_PointSize = 2.4 * uSize;
}`;

export const POINT_FRAGMENT = /* glsl */ `
uniform float uAlpha;
uniform float uSize;
uniform vec3 uRim;
varying vec4 vPaint;
flat varying float vStatus;
void main() {
  vec2 v = 2.4 * gl_PointCoord - 1.2;
  vec2 u = abs(v);
  float d = length(v);
  if (vStatus > 2.5) d = max(u.x, u.y) * 1.15;
  else if (vStatus > 1.5) d = (u.x + u.y) * 0.86;
  float px = 1.0 / uSize;
  if (d > 1.0) discard;
  float inside = 1.0 - smoothstep(1.0 - px, 1.0, d);
  float rim = smoothstep(0.72 - px, 0.72, d);
  vec3 c = vStatus < 0.5 ? mix(uRim, vPaint.rgb, rim) : mix(vPaint.rgb, uRim, rim);
  gl_FragColor = vec4(c, inside * uAlpha * vPaint.a);
}`;

export const SHADOW_FRAGMENT = /* glsl */ `
uniform float uAlpha;
void main() { gl_FragColor = vec4(0.0, 0.0, 0.0, uAlpha); }`;

/** What the light sees of a ball: a disc across its direction. */
export const BALL_SHADOW_VERTEX = /* glsl */ `
${PART}
uniform vec3 uKey;
varying vec2 vUv;
void main() {
  vec4 ball = cell(part, 3, 0);
  vec3 x = normalize(cross(vec3(0.0, 0.0, 1.0), uKey));
  vec3 y = cross(uKey, x);
  vUv = position.xy;
  vec3 p = ball.xyz + ball.w * (x * position.x + y * position.y);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(p, 1.0);
}`;
export const BALL_SHADOW_FRAGMENT = /* glsl */ `
uniform float uAlpha;
varying vec2 vUv;
void main() {
  if (dot(vUv, vUv) > 1.0) discard;
  gl_FragColor = vec4(0.0, 0.0, 0.0, uAlpha);
}`;
