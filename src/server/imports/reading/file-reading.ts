import type { Readable } from 'node:stream';
import type { ImportFormat } from '#contract/imports/calls.ts';
import { decoderOf } from '#server/platform/files/csv-reading.ts';
import type { Country } from '#server/tenants/rules.ts';
import { inferEncoding } from './encoding-guessing.ts';
import { inferDelimiter, isTable } from '#server/imports/format-rules.ts';

/** Bytes from the beginning of a file by which its format is guessed. */
const SAMPLE_BYTES = 65_536;

/** The first bytes of a file; the rest is not read. */
export async function readSample(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES);
}

/** Whether the bytes begin an archive, as workbooks do. */
export function isWorkbook(sample: Buffer): boolean {
  return sample.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
}

/** Guesses how a text is encoded and divided; null for what is no table. The last line of the sample may be cut off. */
export function inferFormat(sample: Buffer, country: Country): ImportFormat | null {
  const encoding = inferEncoding(sample, country);
  const text = decoderOf(encoding).decode(sample);
  if (!isTable(text)) return null;
  const whole =
    sample.length < SAMPLE_BYTES ? text : text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')));
  return { encoding, delimiter: inferDelimiter(whole) };
}
