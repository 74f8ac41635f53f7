import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import type { ByteSource } from './byte-source.ts';
import type { Decoded, Decoding } from './decoding.ts';

/** How samples are written. */
type Layout = {
  kind: 'integer' | 'unsigned' | 'float' | 'a-law' | 'mu-law';
  bytes: number;
  isBigEndian: boolean;
  channels: number;
  rate: number;
  /** Null: up to the end of the file. */
  dataBytes: number | null;
};

const MAX_CHANNELS = 16;
const RATES = { least: 4_000, most: 384_000 };
const MAX_CHUNK_BYTES = 65_536;
/** Recorders that cannot go back to the head of a file leave its length so. */
const UNKNOWN_LENGTHS = [0, 0xff_ff_ff_ff, 0x7f_ff_ff_ff];

const needsProgram = () => new UnreadableFile('needs_program', 'Its compression needs the ffmpeg program');
const damaged = (message: string) => new UnreadableFile('damaged', message);

/** Reads a WAV file: samples of 8 to 64 bits, A-law and µ-law. */
export async function* readWav(source: ByteSource, decoding: Decoding): AsyncGenerator<Decoded> {
  await source.skip(12);
  let format: Omit<Layout, 'dataBytes'> | null = null;
  for (;;) {
    const head = await source.take(8);
    if (head.length < 8) throw damaged('It has no samples');
    const [name, length] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
    if (name === 'data') {
      if (!format) throw damaged('Its samples are not described');
      const dataBytes = UNKNOWN_LENGTHS.includes(length) || length >= 0xff_ff_ff_00 ? null : length;
      return yield* readSamples(source, { ...format, dataBytes }, decoding);
    }
    if (name === 'fmt ' && length <= MAX_CHUNK_BYTES) format = wavFormat(await source.take(length + (length % 2)));
    else await source.skip(length + (length % 2));
  }
}

const EXTENSIBLE = 0xfffe;
const WAV_KINDS: Readonly<Record<number, Layout['kind']>> = { 1: 'integer', 3: 'float', 6: 'a-law', 7: 'mu-law' };

function wavFormat(chunk: Buffer): Omit<Layout, 'dataBytes'> {
  if (chunk.length < 16) throw damaged('The description of its samples is cut');
  const tag = chunk.readUInt16LE(0);
  const kind = WAV_KINDS[tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag];
  if (!kind) throw needsProgram();
  const bytes = Math.ceil(chunk.readUInt16LE(14) / 8);
  const isUnsigned = kind === 'integer' && bytes === 1;
  return checked({
    kind: isUnsigned ? 'unsigned' : kind,
    bytes,
    isBigEndian: false,
    channels: chunk.readUInt16LE(2),
    rate: chunk.readUInt32LE(4),
  });
}

/** Reads an AIFF or AIFF-C file whose samples are not compressed, or are A-law or µ-law. */
export async function* readAiff(source: ByteSource, decoding: Decoding): AsyncGenerator<Decoded> {
  await source.skip(12);
  let format: Omit<Layout, 'dataBytes'> | null = null;
  for (;;) {
    const head = await source.take(8);
    if (head.length < 8) throw damaged('It has no samples');
    const [name, length] = [head.toString('latin1', 0, 4), head.readUInt32BE(4)];
    if (name === 'SSND') {
      if (!format) throw damaged('Its samples are not described');
      const offset = (await source.take(8)).readUInt32BE(0);
      await source.skip(offset);
      return yield* readSamples(source, { ...format, dataBytes: Math.max(0, length - 8 - offset) }, decoding);
    }
    if (name === 'COMM' && length <= MAX_CHUNK_BYTES) format = aiffFormat(await source.take(length + (length % 2)));
    else await source.skip(length + (length % 2));
  }
}

const AIFF_KINDS: Readonly<Record<string, Pick<Layout, 'kind' | 'isBigEndian'> & { bytes?: number }>> = {
  NONE: { kind: 'integer', isBigEndian: true },
  twos: { kind: 'integer', isBigEndian: true },
  sowt: { kind: 'integer', isBigEndian: false },
  fl32: { kind: 'float', isBigEndian: true, bytes: 4 },
  FL32: { kind: 'float', isBigEndian: true, bytes: 4 },
  fl64: { kind: 'float', isBigEndian: true, bytes: 8 },
  alaw: { kind: 'a-law', isBigEndian: true, bytes: 1 },
  ulaw: { kind: 'mu-law', isBigEndian: true, bytes: 1 },
};

function aiffFormat(chunk: Buffer): Omit<Layout, 'dataBytes'> {
  if (chunk.length < 18) throw damaged('The description of its samples is cut');
  const known = AIFF_KINDS[chunk.length >= 22 ? chunk.toString('latin1', 18, 22) : 'NONE'];
  if (!known) throw needsProgram();
  const exponent = (chunk.readUInt16BE(8) & 0x7fff) - 16_383;
  const rate = Math.round(Number(chunk.readBigUInt64BE(10)) * 2 ** (exponent - 63));
  const bytes = Math.ceil(chunk.readUInt16BE(6) / 8);
  return checked({ bytes, ...known, channels: chunk.readUInt16BE(0), rate });
}

function checked<Format extends Omit<Layout, 'dataBytes'>>(format: Format): Format {
  const { kind, bytes, channels, rate } = format;
  const isWidth = { integer: bytes >= 1 && bytes <= 4, unsigned: true, float: bytes === 4 || bytes === 8 };
  const isKnown = kind === 'a-law' || kind === 'mu-law' ? bytes === 1 : isWidth[kind];
  if (!isKnown || channels < 1 || channels > MAX_CHANNELS || !(rate >= RATES.least && rate <= RATES.most))
    throw damaged('Its samples are described wrongly');
  return format;
}

async function* readSamples(source: ByteSource, layout: Layout, decoding: Decoding): AsyncGenerator<Decoded> {
  const { channels, rate, dataBytes } = layout;
  const frameBytes = channels * layout.bytes;
  const read = sampleReader(layout);
  const pieceBytes = Math.ceil(MAX_CHUNK_BYTES / frameBytes) * frameBytes;
  for (let left = dataBytes ?? Infinity; left > 0;) {
    const piece = await source.take(Math.min(pieceBytes, left));
    left -= piece.length;
    const frames = Math.floor(piece.length / frameBytes);
    const decoded = Array.from({ length: channels }, () => new Float32Array(frames));
    for (let frame = 0; frame < frames; frame += 1)
      for (const [channel, samples] of decoded.entries())
        samples[frame] = read(piece, frame * frameBytes + channel * layout.bytes);
    if (frames > 0) yield { rate, channels: decoded };
    if (piece.length < pieceBytes) {
      if (dataBytes !== null && left > 0) decoding.isIncomplete = true;
      return;
    }
  }
}

function sampleReader({ kind, bytes, isBigEndian }: Layout): (piece: Buffer, at: number) => number {
  if (kind === 'mu-law') return (piece, at) => muLaw(piece[at] ?? 0) / 32_768;
  if (kind === 'a-law') return (piece, at) => aLaw(piece[at] ?? 0) / 32_768;
  if (kind === 'unsigned') return (piece, at) => ((piece[at] ?? 128) - 128) / 128;
  const scale = 2 ** (bytes * 8 - 1);
  if (kind === 'integer')
    return isBigEndian
      ? (piece, at) => piece.readIntBE(at, bytes) / scale
      : (piece, at) => piece.readIntLE(at, bytes) / scale;
  const read = {
    4: isBigEndian
      ? (piece: Buffer, at: number) => piece.readFloatBE(at)
      : (piece: Buffer, at: number) => piece.readFloatLE(at),
    8: isBigEndian
      ? (piece: Buffer, at: number) => piece.readDoubleBE(at)
      : (piece: Buffer, at: number) => piece.readDoubleLE(at),
  }[bytes === 8 ? 8 : 4];
  return (piece, at) => finite(read(piece, at));
}

const finite = (sample: number) => (Number.isFinite(sample) ? sample : 0);

/** ITU-T G.711. */
function muLaw(byte: number): number {
  const value = ~byte & 0xff;
  const size = (((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4);
  return value & 0x80 ? 0x84 - size : size - 0x84;
}

function aLaw(byte: number): number {
  const value = byte ^ 0x55;
  const segment = (value & 0x70) >> 4;
  const base = ((value & 0x0f) << 4) + (segment === 0 ? 8 : 0x108);
  const size = segment > 1 ? base << (segment - 1) : base;
  return value & 0x80 ? size : -size;
}
