/** Smaller differences are the way's, not the clock's. */
const TOLERANCE_MS = 5_000;

let offsetMs = 0;

/** The product's time now, in ms since 1970: a demo's clock runs ahead of the machine's. */
export const productNow = (): number => Date.now() + offsetMs;

/** Takes over the time an answer of the server names; without one the machine's time holds. */
export function followProductClock(named: string | null): void {
  if (!named) return;
  const differenceMs = new Date(named).getTime() - Date.now();
  offsetMs = Math.abs(differenceMs) > TOLERANCE_MS ? differenceMs : 0;
}
