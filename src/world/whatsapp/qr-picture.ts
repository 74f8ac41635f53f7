import { crc32, deflateSync } from 'node:zlib';
import { generate } from 'lean-qr';

const SCALE = 6;
const QUIET = 4;

/** A QR code as a PNG, in base64: one bit per pixel, white is 1. */
export function qrPicture(text: string): string {
  const code = generate(text);
  const side = (code.size + 2 * QUIET) * SCALE;
  const rowBytes = Math.ceil(side / 8);
  const pixels = Buffer.alloc(side * (rowBytes + 1), 0xff);
  for (let y = 0; y < side; y++) {
    const start = y * (rowBytes + 1);
    pixels[start] = 0;
    for (let x = 0; x < side; x++) {
      const isDark = code.get(Math.floor(x / SCALE) - QUIET, Math.floor(y / SCALE) - QUIET);
      const at = start + 1 + (x >> 3);
      if (isDark) pixels[at] = (pixels[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat(parts).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
