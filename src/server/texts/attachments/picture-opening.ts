import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';

sharp.concurrency(1); // NOTE: a picture has one core, as its process has one place
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });

export type OpenPicture = {
  picture: Sharp;
  width: number;
  height: number;
  /** Eight bits of red, green and blue, or of grey: not those of printers and cameras. */
  hasPlainColors: boolean;
};

/**
 * Opens a JPEG or PNG by its header, which has its size; nothing of it is decoded yet. Runs in the process of a reader.
 *
 * @throws {UnreadableFile} when it is no such picture, or one of more pixels
 */
export async function openPicture(file: AsyncIterable<Uint8Array>, mostPixels: number): Promise<OpenPicture> {
  const bytes = await buffer(file);
  const { width, height, space, depth } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableFile('wrong_type', 'It is no picture', { cause });
    });
  if (width * height > mostPixels) throw new UnreadableFile('too_many_pixels', `It has ${width} × ${height} pixels`);
  const hasPlainColors = space !== 'cmyk' && depth === 'uchar';
  return { picture: sharp(bytes, { limitInputPixels: mostPixels }), width, height, hasPlainColors };
}
