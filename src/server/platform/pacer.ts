import { setTimeout as sleep } from 'node:timers/promises';

/** A wait that the system's clock may cut short. */
const NEGLIGIBLE_MS = 1;

/**
 * Returns a function that waits until the bytes may pass, in order of its calls. Calls that share it share its speed.
 *
 * @param bytesPerSecond of all calls together
 */
export function createPacer(bytesPerSecond: number): (bytes: number) => Promise<void> {
  let freeAt = 0;
  return async (bytes) => {
    const now = performance.now();
    freeAt = Math.max(now, freeAt) + (bytes / bytesPerSecond) * 1_000;
    if (freeAt - now > NEGLIGIBLE_MS) await sleep(freeAt - now);
  };
}
