import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { type OpenPicture, openPicture } from './picture-opening.ts';

export type PictureSize = Omit<OpenPicture, 'picture'>;

/** Reads the size and colours of a picture from its header. The module of `pictureMeter`. */
export const read: ReadFile<{ mostPixels: number }, PictureSize> = async function* (file, { mostPixels }) {
  const { picture: _, ...size } = await openPicture(file, mostPixels);
  yield size;
};
