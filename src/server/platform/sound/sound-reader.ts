import { defineBytesReader } from '#server/platform/isolated-readers/reader.ts';
import type { SoundOptions } from './sound-reading.ts';

/** Four hours of two channels at 16 kHz have 922 MB; what is measured has a little more than half a megabyte. */
const MOST_OUTPUT_BYTES = 950 * 1_048_576;

/** Decodes recordings. Its memory does not grow with their length. */
export const soundReader = defineBytesReader<SoundOptions>({
  module: new URL('sound-reading.ts', import.meta.url),
  limits: { mostMs: 300_000, mostMegabytes: 512, mostItems: 50_000, mostOutputBytes: MOST_OUTPUT_BYTES },
  atOnce: { requests: 1, jobs: 2 },
});
