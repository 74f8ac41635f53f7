const FIRST_MS = 250;
const LONGEST_MS = 30_000;
/** A program that ran for longer had started well: its next end counts as the first. */
const STARTED_WELL_MS = 60_000;

/**
 * Pauses before what ended by itself is started again: none at first, then 250 ms, twice as long each time, at most 30 s.
 *
 * @returns called at each end with how long it ran; answers with the pause in ms
 */
export function countPauses(): (ranMs: number) => number {
  let endings = 0;
  return (ranMs) => {
    endings = ranMs > STARTED_WELL_MS ? 1 : endings + 1;
    return endings === 1 ? 0 : Math.min(FIRST_MS * 2 ** (endings - 2), LONGEST_MS);
  };
}

/** For people: ` in 8 s`, and nothing for less than a second. */
export function describePause(pauseMs: number): string {
  return pauseMs < 1000 ? '' : ` in ${pauseMs / 1000} s`;
}
