import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { openPicture } from './picture-opening.ts';

export type PictureSize = { width: number; height: number };

/** Reads the size of a picture from its header. The module of `pictureMeter`. */
export const read: ReadFile<{ mostPixels: number }, PictureSize> = async function* (file, { mostPixels }) {
  const { width, height } = await openPicture(file, mostPixels);
  yield { width, height };
};
