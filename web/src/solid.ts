// Cubes and balls in three dimensions, turned by hand: loaded only when somebody wants to see them.

import { AmbientLight, BoxGeometry, Color, DirectionalLight, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, PerspectiveCamera, Scene, SphereGeometry, Vector3, WebGLRenderer } from "three";
import { h } from "./dom";
import type { Apart, Body } from "./protocol";
import { t } from "./words";

/** Where the middle of a cell is: each layer of balls lies in the hollows of the one below. */
function placed([x, y, z]: number[], areBalls: boolean): [number, number, number] {
  return areBalls ? [x! + z! / 2, y! + z! / 2, z! * Math.SQRT1_2] : [x!, y!, z!];
}

/** How long a move takes, in milliseconds. */
const MOVE = 600;

/** What is seen after each move: pieces, by their places among the bodies, and how far each is from where it was. */
type Stages = Extract<Apart, { type: "apart" }>["stages"];

/** Bodies in space; with stages they can be taken apart, move by move. */
export function solid(bodies: Body[], areBalls = false, stages?: Stages): HTMLElement {
  const all = bodies.flatMap((body) => body.cells.map((cell) => placed(cell, areBalls)));
  const middle = [0, 1, 2].map((axis) => (Math.min(...all.map((cell) => cell[axis]!)) + Math.max(...all.map((cell) => cell[axis]!))) / 2);
  const size = Math.max(2, ...[0, 1, 2].map((axis) => 2 * (Math.max(...all.map((cell) => cell[axis]!)) - middle[axis]!) + 1));
  const scene = new Scene();
  const whole = new Group();
  scene.add(whole, new AmbientLight(0xffffff, 1.6));
  const lamp = new DirectionalLight(0xffffff, 2.2);
  lamp.position.set(3, 6, 4);
  scene.add(lamp);
  const box = new BoxGeometry(0.96, 0.96, 0.96);
  const edges = new EdgesGeometry(box);
  const ball = new SphereGeometry(0.49, 32, 20);
  const ink = new LineBasicMaterial({ color: 0x222222, transparent: true, opacity: 0.35 });
  const pieces = bodies.map((body) => {
    const piece = new Group();
    const hsl = /^hsl\((\d+), (\d+)%, (\d+)%\)$/.exec(body.color);
    const color = hsl ? new Color().setHSL(Number(hsl[1]) / 360, Number(hsl[2]) / 100, Number(hsl[3]) / 100) : new Color(body.color);
    const paint = new MeshLambertMaterial({ color });
    const center = new Vector3();
    for (const cell of body.cells) {
      const [x, y, z] = placed(cell, areBalls);
      // z of the library points up here.
      const place = new Vector3(x - middle[0]!, z - middle[2]!, -(y - middle[1]!));
      center.add(place.clone().divideScalar(body.cells.length));
      const mesh = new Mesh(areBalls ? ball : box, paint);
      mesh.position.copy(place);
      piece.add(mesh);
      if (!areBalls) {
        const lines = new LineSegments(edges, ink);
        lines.position.copy(place);
        piece.add(lines);
      }
    }
    whole.add(piece);
    return { piece, center };
  });
  const camera = new PerspectiveCamera(35, 1, 0.1, 200);
  camera.position.set(0, 0, size * 3.1);
  whole.rotation.set(0.5, -0.6, 0);

  const canvas = h("canvas", { className: "solid", tabIndex: 0, role: "img", "aria-label": `${t("solid")}. ${t("turnHint")}` });
  let renderer: WebGLRenderer;
  try {
    renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  } catch {
    return h("p", { className: "notice" }, "WebGL?");
  }
  const draw = () => {
    const side = Math.min(480, canvas.parentElement?.clientWidth || 320);
    renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    renderer.setSize(side, side);
    renderer.render(scene, camera);
  };
  const turn = (x: number, y: number) => {
    whole.rotation.x = Math.max(-1.5, Math.min(1.5, whole.rotation.x + x));
    whole.rotation.y += y;
    draw();
  };
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) turn(event.movementY * 0.01, event.movementX * 0.01);
  });
  canvas.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [0, -0.15], ArrowRight: [0, 0.15], ArrowUp: [-0.15, 0], ArrowDown: [0.15, 0] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      turn(...step);
    }
  });
  const spread = h("input", {
    type: "range", min: 0, max: 1, step: 0.05, value: "0", "aria-label": t("exploded"),
    oninput: (event: Event) => {
      const by = Number((event.target as HTMLInputElement).value);
      for (const { piece, center } of pieces) piece.position.copy(center).multiplyScalar(by * 1.2);
      camera.position.z = size * (3.1 + 2 * by);
      draw();
    },
  });
  const player = (all: Stages) => {
    const far = Math.max(size, ...all.flat().map(([, ...at]) => 2 * Math.hypot(...at)));
    camera.position.z = 2.2 * size + 1.2 * far;
    let [now, frame] = [0, 0];
    const counter = h("output", { "aria-live": "polite" });
    const go = (next: number, last = next) => {
      now = Math.max(0, Math.min(all.length - 1, next));
      slider.value = String(now);
      counter.textContent = `${now} / ${all.length - 1}`;
      const places = new Map(all[now]!.map(([piece, ...at]) => [piece, at]));
      const from = pieces.map(({ piece }) => piece.position.clone());
      const to = pieces.map((_, place) => {
        const [x, y, z] = places.get(place) ?? [0, 0, 0];
        return new Vector3(x, z, -y!);
      });
      pieces.forEach(({ piece }, place) => { piece.visible = places.has(place); });
      const begun = performance.now();
      const length = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE;
      cancelAnimationFrame(frame);
      const move = (time: number) => {
        const part = length ? Math.min(1, Math.max(0, (time - begun) / length)) : 1;
        pieces.forEach(({ piece }, place) => piece.position.lerpVectors(from[place]!, to[place]!, part));
        draw();
        if (part < 1) frame = requestAnimationFrame(move);
        else if (now < last) frame = requestAnimationFrame(() => go(now + 1, last));
      };
      frame = requestAnimationFrame(move);
    };
    const slider = h("input", { type: "range", min: 0, max: all.length - 1, step: 1, value: "0", "aria-label": t("moves"), oninput: () => go(Number(slider.value)) });
    const step = (label: string, title: string, act: () => void) => h("button", { type: "button", className: "quiet", "aria-label": title, title, onclick: act }, label);
    go(0);
    return h("div", { className: "group apart" },
      step("‹", t("moveBack"), () => go(now - 1)), slider, step("›", t("moveOn"), () => go(now + 1)),
      step("▶", t("movesAll"), () => go(now === all.length - 1 ? 0 : now + 1, all.length - 1)), counter);
  };
  const control = stages ? player(stages) : h("label", { className: "labelled inline" }, h("span", {}, t("exploded")), spread);
  const figure = h("div", { className: "solid-box" }, canvas, control, h("p", { className: "quiet small" }, t("turnHint")));
  requestAnimationFrame(draw);
  new ResizeObserver(draw).observe(figure);
  return figure;
}
