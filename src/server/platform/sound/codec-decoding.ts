import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser';
import { MPEGDecoder } from 'mpg123-decoder';
import { OpusDecoder } from 'opus-decoder';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import type { ByteSource } from './byte-source.ts';
import type { Decoded, Decoding } from './decoding.ts';

/** An answer of the decoders. */
type Answer = { channelData: Float32Array[]; samplesDecoded: number; sampleRate: number };
type Decoder = {
  ready: Promise<void>;
  decode(bytes: Uint8Array): Answer | Promise<Answer>;
  /** Decodes the rest after the last byte; MP3 has none. */
  flush?(): Answer | Promise<Answer>;
};

/** Bytes that are decoded at once: they bound the memory. */
const PIECE_BYTES = 16_384;

async function* decodeAll(source: ByteSource, decoder: Decoder): AsyncGenerator<Decoded> {
  await decoder.ready;
  for (;;) {
    const piece = await source.take(PIECE_BYTES);
    const answer = piece.length > 0 ? await decoder.decode(Uint8Array.from(piece)) : await decoder.flush?.();
    if (answer && answer.samplesDecoded > 0) yield { rate: answer.sampleRate, channels: answer.channelData };
    if (piece.length < PIECE_BYTES && piece.length === 0) return;
  }
}

/** Decodes an MP3 file; what lies between its frames is passed over. */
export const decodeMp3 = (source: ByteSource): AsyncGenerator<Decoded> =>
  decodeAll(source, new MPEGDecoder({ enableGapless: false }));

/** The place of the number of samples in the head of a FLAC file: 36 bits. */
const TOTAL_SAMPLES_AT = 21;

/** Decodes a FLAC file, and compares its length with the one that its head states. */
export async function* decodeFlac(source: ByteSource, decoding: Decoding): AsyncGenerator<Decoded> {
  const head = await source.take(TOTAL_SAMPLES_AT + 5);
  source.putBack(head);
  const stated = head.length < TOTAL_SAMPLES_AT + 5 ? 0 : Number(head.readUIntBE(TOTAL_SAMPLES_AT, 5) % 2 ** 36);
  let samples = 0;
  for await (const piece of decodeAll(source, new FLACDecoder())) {
    samples += piece.channels[0]?.length ?? 0;
    yield piece;
  }
  if (samples < stated) decoding.isIncomplete = true;
}

const OGG_HEAD_BYTES = 64;
/** A page that is the last of its stream says so. */
const LAST_PAGE = 4;

/** Decodes an Ogg file of Opus, Vorbis or FLAC. */
export async function* decodeOgg(source: ByteSource, decoding: Decoding): AsyncGenerator<Decoded> {
  const head = await source.take(OGG_HEAD_BYTES);
  source.putBack(head);
  const watched = watchEnd(source, decoding);
  if (head.includes('OpusHead')) yield* decodeOpus(watched);
  else if (head.includes('\u0001vorbis')) yield* decodeAll(watched, new OggVorbisDecoder());
  else if (head.includes('\u007fFLAC')) yield* decodeAll(watched, new FLACDecoder());
  else if (head.includes('Speex')) throw new UnreadableFile('needs_program', 'Speex needs the ffmpeg program');
  else throw new UnreadableFile('no_sound', 'It has no sound that is known');
}

/** Notes whether the last page of the file is the last of its sound. */
function watchEnd(source: ByteSource, decoding: Decoding): ByteSource {
  decoding.isIncomplete = true;
  let tail = Buffer.alloc(0);
  const take = source.take.bind(source);
  source.take = async (length) => {
    const piece = await take(length);
    tail = Buffer.concat([tail, piece]).subarray(-70_000); // NOTE: a page has at most 65,307 bytes
    if (piece.length < length) {
      const at = tail.lastIndexOf('OggS');
      decoding.isIncomplete = at < 0 || ((tail[at + 5] ?? 0) & LAST_PAGE) === 0;
    }
    return piece;
  };
  return source;
}

async function* decodeOpus(source: ByteSource): AsyncGenerator<Decoded> {
  const parser = new CodecParser('audio/ogg', { enableFrameCRC32: false });
  let decoder: OpusDecoder<undefined> | null = null;
  for (;;) {
    const piece = await source.take(PIECE_BYTES);
    const parsed = piece.length > 0 ? parser.parseChunk(Uint8Array.from(piece)) : parser.flush();
    const pages = Iterator.from(parsed).toArray();
    const frames = pages.flatMap((page) => (page as OggPage).codecFrames); // NOTE: a parser of Ogg makes pages
    const [first] = frames;
    if (first) {
      decoder ??= await opusDecoder(first.header as OpusHeader); // NOTE: a stream of Opus is parsed
      const answer = decoder.decodeFrames(frames.map(({ data }) => data));
      if (answer.samplesDecoded > 0) yield { rate: answer.sampleRate, channels: answer.channelData };
    }
    if (piece.length === 0) return;
  }
}

async function opusDecoder(header: OpusHeader): Promise<OpusDecoder<undefined>> {
  const { channels, streamCount, coupledStreamCount, channelMappingTable, preSkip } = header;
  const decoder = new OpusDecoder({
    channels,
    preSkip,
    ...(streamCount && { streamCount, coupledStreamCount, channelMappingTable }),
  });
  await decoder.ready;
  return decoder;
}
