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
