import { crc32 } from 'node:zlib';
import sharp from 'sharp';

type Picture = {
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg';
  /** Written in several passes, so that a decoder keeps all of it. */
  isProgressive?: boolean;
};

/** A picture of one colour: a few kilobytes, however many pixels it has. */
export function aPicture({
  width = 2,
  height = 2,
  format = 'png',
  isProgressive = false,
}: Picture = {}): Promise<Buffer> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#0a7' }, limitInputPixels: false });
  return picture.toFormat(format, { progressive: isProgressive }).toBuffer();
}

/** Where the header of a PNG is: its name, its size, and the checksum of both. */
const HEADER = { at: 12, widthAt: 16, heightAt: 20, checksumAt: 29 };

/** A small PNG whose header says that it is larger. */
export async function aPictureDeclaring({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const bytes = await aPicture();
  bytes.writeUInt32BE(width, HEADER.widthAt);
  bytes.writeUInt32BE(height, HEADER.heightAt);
  bytes.writeUInt32BE(crc32(bytes.subarray(HEADER.at, HEADER.checksumAt)), HEADER.checksumAt);
  return bytes;
}
