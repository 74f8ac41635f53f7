import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { openPicture } from './picture-opening.ts';

/** @param side of the result in pixels, at most */
export type PictureEncoding = { mostPixels: number; side: number; quality: number };

/** Encodes a picture again as JPEG: nothing but what is seen remains. The module of `pictureEncoder`. */
export const read: ReadFile<PictureEncoding, Uint8Array> = async function* (file, { mostPixels, side, quality }) {
  const { picture } = await openPicture(file, mostPixels);
  yield await picture
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();
};
