import { buildStale } from './build-web.ts';

/** Builds the web side before the workers of a run start: each of them would build it, into the same folder. */
export async function setup(): Promise<void> {
  await buildStale();
}
