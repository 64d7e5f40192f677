// Whether a piece tiles the plane, in words.

import type { FurtherAnswer } from "./protocol";
import { t } from "./words";

type OnPlane = Extract<FurtherAnswer, { type: "plane" }>;

/** The answer, and lines that explain it. */
export function planeSays(found: OnPlane): string[] {
  const { copies = 0, classes = 0, group = "", heesch = 0, holes = 0, coronas = 0, tori, steps } = found;
  const pair = ([x, y]: [number, number]) => `(${x}, ${y})`;
  const repeats = steps ? t("planeRepeats", pair(steps[0]), pair(steps[1])) : "";
  const all = (found.shares ?? []).reduce((sum, [, , cells]) => sum + cells, 0);
  const shares = (found.shares ?? []).map(([name, number, cells]) => t("planeShare", name, number, ((100 * cells) / all).toFixed(1)));
  switch (found.class) {
    case "translations":
      return [t("planeShifts"), repeats];
    case "half turns":
      return [t("planeTurns"), repeats];
    case "isohedral":
      return [t("planeIsohedral", group ?? "", copies ?? 0), repeats];
    case "periodic":
      return [t("planePeriodic", copies ?? 0, classes ?? 0), repeats];
    case "together":
      return [t("planeTogether"), ...shares, repeats];
    case "fails":
      return [t("planeFails", heesch ?? 0), (holes ?? 0) > (heesch ?? 0) ? t("planeHoles", holes ?? 0) : "", t("planeHeesch")];
    case "unknown":
      return [t(found.stopped === null ? "planeUnknown" : "planeStopped"), found.coronas === undefined ? t("planeTriedCells", tori) : t("planeTried", tori, coronas)];
  }
}
