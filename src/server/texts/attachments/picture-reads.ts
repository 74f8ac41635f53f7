import { z } from 'zod';
import { defineBytesReader, defineReader } from '#server/platform/isolated-readers/reader.ts';
import type { PictureEncoding } from './picture-encoding.ts';
import type { PictureSize } from './picture-measuring.ts';

const MEGAPIXEL = 1_000_000;

/** Pixels of a picture that is read at all; a phone's photo has 12 to 24 million. */
export const MAX_MEGAPIXELS = 40;
export const MAX_PIXELS = MAX_MEGAPIXELS * MEGAPIXEL;

/** 40 million pixels need up to 320 MB when all of them are kept until the last came, e.g. of an interlaced picture. */
const limits = { mostMs: 20_000, mostMegabytes: 512, mostItems: 1, mostOutputBytes: 4 * 1_048_576 };

/** Makes a small JPEG of a picture. */
export const pictureEncoder = defineBytesReader<PictureEncoding>({
  module: new URL('picture-encoding.ts', import.meta.url),
  usesNativeCode: true,
  limits,
  atOnce: { requests: 2, jobs: 1 },
});

/** Reads how large a picture is, and thereby whether it is one. */
export const pictureMeter = defineReader<{ mostPixels: number }, PictureSize>({
  module: new URL('picture-measuring.ts', import.meta.url),
  item: z.object({ width: z.int(), height: z.int(), hasPlainColors: z.boolean() }),
  usesNativeCode: true,
  limits: { ...limits, mostMegabytes: 256 },
  atOnce: { requests: 2, jobs: 1 },
});
