/** Smaller differences are network latency, not the clock's. */
const TOLERANCE_MS = 5_000;

let offsetMs = 0;

/** Returns the product's time in ms since 1970: a demo's clock is ahead of the machine's. */
export const productNow = (): number => Date.now() + offsetMs;

/** Synchronizes with the time of a response; without one the machine's time applies. */
export function followProductClock(named: string | null): void {
  if (!named) return;
  const differenceMs = new Date(named).getTime() - Date.now();
  offsetMs = Math.abs(differenceMs) > TOLERANCE_MS ? differenceMs : 0;
}
