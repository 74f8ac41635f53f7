/** Decodes a text of UTF-8, UTF-16 or the older encodings of Windows; null: it is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const sample = text.slice(0, SAMPLE);
  const controls = [...sample].filter((letter) => letter < ' ' && !'\t\n\r\f'.includes(letter)).length;
  return controls * 50 > sample.length ? null : text;
}

const SAMPLE = 65_536;

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const odd = highBytes(sample, 1);
  const even = highBytes(sample, 0);
  if (odd + even > sample.length / 3) return odd >= even ? 'utf-16le' : 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return isCyrillic(sample) ? 'windows-1251' : 'windows-1252';
}

/** Bytes that are the upper half of Latin and Cyrillic letters in UTF-16. */
const highBytes = (sample: Uint8Array, parity: 0 | 1): number =>
  sample.reduce((sum, byte, index) => sum + Number(index % 2 === parity && (byte === 0 || byte === 4)), 0);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Letters beyond ASCII stand side by side in Cyrillic words, and alone in those of Western Europe. */
function isCyrillic(sample: Uint8Array): boolean {
  let [letters, pairs] = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte < 0xc0) continue;
    letters += 1;
    if ((sample[index + 1] ?? 0) >= 0xc0) pairs += 1;
  }
  return pairs * 2 > letters;
}
