// The progress of a search in words.

import type { Progress } from "./protocol";
import { duration, grouped, t } from "./words";

/** Tells the progress of a search in words, with the recent nodes per second. */
export function meter(bar: HTMLProgressElement, told: HTMLElement) {
  const seen: [number, number][] = [];
  return (heard: Progress) => {
    if (seen.length && heard.nodes < seen[seen.length - 1]![1]) seen.length = 0;
    seen.push([heard.time, heard.nodes]);
    while (seen.length > 40) seen.shift();
    const [first, last] = [seen[0]!, seen[seen.length - 1]!];
    const rate = last[0] > first[0] ? ((last[1] - first[1]) * 1000) / (last[0] - first[0]) : 0;
    const words = [];
    if (heard.fraction > 0) {
      bar.value = heard.fraction;
      words.push(`${(Math.min(0.999, Math.floor(heard.fraction * 1000) / 1000) * 100).toFixed(1)} %`);
    }
    if (heard.solutions !== "0") words.push(t("foundSoFar", grouped(heard.solutions)));
    words.push(t("nodes", grouped(heard.nodes)));
    if (rate > 0 && heard.left) {
      const [low, high] = [duration(heard.left.low / rate), duration(heard.left.high / rate)];
      words.push(t("left", low === high ? low : `${low} – ${high}`));
    } else if (heard.fraction > 0) words.push(t("leftUnknown"));
    told.textContent = words.join(" · ");
  };
}
