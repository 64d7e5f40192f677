// A board of layers seen in space: cubes or balls in a parallel projection, turned by hand. A drawing of its own: it is small, follows each
// move at once, and is legible where there is no WebGL.

import { clear, h, s } from "../dom";
import { t } from "../words";
import { button } from "./session";
import { middleOf } from "./drawn";
import type { Lying, Rules } from "./game";

type Vector = [number, number, number];

/** What is to be seen: a piece as it lies, or the one in hand where it would lie. */
export interface Body {
  lying: Lying;
  kind: "" | "ghost" | "wrong";
}

export interface Space {
  element: HTMLElement;
  show: (bodies: Body[]) => void;
}

/** The sides of a cube: where each leads, and its corners. */
const SIDES: [Vector, Vector[]][] = [0, 1, 2].flatMap((axis) => [-0.5, 0.5].map((half): [Vector, Vector[]] => {
  const at = (one: number, other: number) => {
    const point = [0, 0, 0] as Vector;
    [point[axis], point[(axis + 1) % 3], point[(axis + 2) % 3]] = [half, one, other];
    return point;
  };
  const normal = [0, 0, 0] as Vector;
  normal[axis] = half * 2;
  return [normal, [at(-0.5, -0.5), at(0.5, -0.5), at(0.5, 0.5), at(-0.5, 0.5)]];
}));

const plus = (one: Vector, other: Vector): Vector => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
const key = (point: Vector) => point.map((length) => length.toFixed(2)).join();

/** A view of the board; a tap on a piece tells which placement it is. */
export function space(rules: Rules, touched: (option: number) => void): Space {
  const { cells } = rules.board;
  const areCubes = cells.every(({ outline }) => outline.length === 4);
  // Balls lie in the hollows of the layer below.
  const centres = cells.map(({ outline, layer }): Vector => [middleOf(outline).x, middleOf(outline).y, layer * (areCubes ? 1 : Math.SQRT1_2)]);
  const bounds = [0, 1, 2].map((axis) => [Math.min(...centres.map((centre) => centre[axis]!)), Math.max(...centres.map((centre) => centre[axis]!))] as const);
  const middle = bounds.map(([least, most]) => (least + most) / 2) as Vector;
  const radius = Math.hypot(...bounds.map(([least, most]) => (most - least) / 2 + 0.5));
  const svg = s("svg", { viewBox: `${-radius} ${-radius} ${2 * radius} ${2 * radius}`, class: "space", tabindex: 0, role: "img", "aria-label": `${t("solid")}. ${t("turnHint")}` });
  let [heading, height] = [-0.6, 0.5];
  let bodies: Body[] = [];

  /** Across, down, and towards the eye. `y` of the board points to the eye, layers up. */
  function seen(point: Vector): Vector {
    const [x, y, z] = [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];
    const [across, near] = [x * Math.cos(heading) + y * Math.sin(heading), y * Math.cos(heading) - x * Math.sin(heading)];
    return [across, near * Math.sin(height) - z * Math.cos(height), near * Math.cos(height) + z * Math.sin(height)];
  }
  const flat = (points: Vector[]) => points.map((point) => seen(point).slice(0, 2).map((length) => length.toFixed(3)).join()).join(" ");
  const direction = (vector: Vector) => seen(plus(vector, middle));

  function draw(): void {
    clear(svg);
    const lowest = Math.min(...centres.map((centre) => centre[2]));
    const isBelow = height > 0;
    const ground = centres.filter((centre) => centre[2] === lowest).map((centre) =>
      areCubes ? s("polygon", { points: flat(SIDES[4]![1].map((corner) => plus(corner, centre))), class: "ground" }) : ball(centre, "ground"));
    if (isBelow) svg.append(...ground);
    const all = bodies.flatMap((body) => body.lying.cells.map((cell) => ({ body, centre: centres[cell]!, own: new Set(body.lying.cells.map((other) => key(centres[other]!))) })));
    // From the back to the front. For equal cubes of one grid this is exact: a line towards the eye that leaves one cube and enters another goes,
    // on each axis, the way of the line or stays, so the middle of the other cube is nearer.
    all.sort((one, other) => seen(one.centre)[2] - seen(other.centre)[2]);
    for (const { body, centre, own } of all) {
      const group = s("g", { class: `solid-cell ${body.kind}` });
      group.style.setProperty("--piece", rules.board.pieces[body.lying.piece]!.color);
      group.dataset.option = String(body.lying.option);
      if (!areCubes) group.append(ball(centre, "ball"));
      else {
        for (const [normal, corners] of SIDES) {
          if (direction(normal)[2] <= 0 || own.has(key(plus(centre, normal)))) continue;
          const shade = normal[2] ? 0 : normal[0] ? 18 : 32;
          const face = s("polygon", { points: flat(corners.map((corner) => plus(corner, centre))), class: "face" });
          face.style.setProperty("--shade", `${shade}%`);
          group.append(face, edges(centre, normal, corners, own));
        }
      }
      svg.append(group);
    }
    if (!isBelow) svg.append(...ground);
  }

  function ball(centre: Vector, className: string): SVGElement {
    const [x, y] = seen(centre);
    return s("circle", { cx: x.toFixed(3), cy: y.toFixed(3), r: 0.5, class: className });
  }

  /** The sides of a face where its piece ends, or turns a corner. */
  function edges(centre: Vector, normal: Vector, corners: Vector[], own: Set<string>): SVGElement {
    const lines = corners.map((from, at) => {
      const to = corners[(at + 1) % 4]!;
      const towards = [0, 1, 2].map((axis) => (normal[axis] ? 0 : from[axis] === to[axis] ? from[axis]! * 2 : 0)) as Vector;
      const beside = plus(centre, towards);
      const isInside = own.has(key(beside)) && !own.has(key(plus(beside, normal)));
      return isInside ? "" : `M${flat([plus(from, centre)])}L${flat([plus(to, centre)])}`;
    });
    return s("path", { d: lines.join(""), class: "solid-edge" });
  }

  function turn(across: number, down: number): void {
    heading += across;
    height = Math.max(-1.5, Math.min(1.5, height + down));
    draw();
  }

  let start: { x: number; y: number; moved: boolean } | undefined;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, moved: false };
  });
  svg.addEventListener("pointermove", (event) => {
    if (!start || !event.buttons) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.moved && Math.hypot(x, y) < 6) return;
    if (!start.moved) svg.setPointerCapture(event.pointerId);
    start = { x: event.clientX, y: event.clientY, moved: true };
    // A finger that moves up or down scrolls the page: it turns the view about one axis only.
    turn(x * -0.012, event.pointerType === "touch" ? 0 : y * 0.012);
  });
  svg.addEventListener("pointerup", (event) => {
    const option = start && !start.moved && (event.target as Element).closest<SVGElement>("[data-option]")?.dataset.option;
    start = undefined;
    if (option) touched(Number(option));
  });
  svg.addEventListener("pointercancel", () => { start = undefined; });
  svg.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [0.2, 0], ArrowRight: [-0.2, 0], ArrowUp: [0, 0.2], ArrowDown: [0, -0.2] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    turn(...step);
  });
  const view = (sign: string, label: string, across: number, down: number) => {
    const one = button(sign, () => turn(across, down));
    one.setAttribute("aria-label", label);
    one.title = label;
    return one;
  };
  const element = h("div", { className: "space-box" }, svg, h("div", { className: "play-tools", role: "group", "aria-label": t("solid") },
    view("←", t("viewLeft"), 0.4, 0), view("→", t("viewRight"), -0.4, 0), view("↑", t("viewUp"), 0, 0.3), view("↓", t("viewDown"), 0, -0.3)));
  return {
    element,
    show(next) {
      bodies = next;
      draw();
    },
  };
}
