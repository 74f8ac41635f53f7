import { hash } from 'node:crypto';

const WAV_HEAD_BYTES = 44;
/** For 16-bit samples. */
const BYTES_PER_SAMPLE = 2;
/** A usual rate of compressed speech: 24 kbit/s. */
const COMPRESSED_BYTES_PER_SECOND = 3_000;

const isWav = (bytes: Buffer) => bytes.length > WAV_HEAD_BYTES && bytes.toString('latin1', 0, 4) === 'RIFF';

/** The length of a WAV by its head, of others by a usual rate. */
export function secondsOf(bytes: Buffer): number {
  const bytesPerSecond = isWav(bytes) ? bytes.readUInt32LE(28) || 32_000 : COMPRESSED_BYTES_PER_SECOND;
  return Math.max(1, Math.round(bytes.length / bytesPerSecond));
}

/**
 * Names the sound of a WAV file of 16 bits: the SHA-256 of its samples, each rounded to 8 bits. A script that was posted
 * under this name has its words.
 *
 * @returns null for other files
 */
export function soundOf(bytes: Buffer): string | null {
  if (!isWav(bytes) || bytes.readUInt16LE(34) !== BYTES_PER_SAMPLE * 8) return null;
  const samples = bytes.subarray(WAV_HEAD_BYTES);
  const rounded = Buffer.alloc(Math.floor(samples.length / BYTES_PER_SAMPLE));
  for (let sample = 0; sample < rounded.length; sample += 1)
    rounded[sample] = samples[sample * BYTES_PER_SAMPLE + 1] ?? 0;
  return hash('sha256', rounded, 'hex');
}
