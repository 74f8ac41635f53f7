type ByteRange = { from: number; to: number };

/** @returns null for no range, or one that may be ignored: several at once, another unit */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const end = sizeBytes - 1;
  const range =
    first === ''
      ? { from: Math.max(0, sizeBytes - Number(last)), to: end }
      : { from: Number(first), to: last === '' ? end : Math.min(end, Number(last)) };
  return range.from > range.to ? 'unsatisfiable' : range;
}

/** The bytes of a range. */
export async function* partOf(bytes: AsyncIterable<Uint8Array>, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > to) return;
  }
}
