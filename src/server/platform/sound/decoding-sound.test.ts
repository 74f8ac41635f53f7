import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCall } from './call-sound.ts';
import { decodeSound } from './decoding-sound.ts';
import { findProgram } from './decoding-program.ts';
import { SPEECH_RATE, wavOf } from './wav-writing.ts';
import { bitsOf, voicedShare } from './voice-rules.ts';

/** The sound of the fixtures: the left side speaks from 0.5 s, the right one from 2 s. */
const LINES = [
  { channel: 0, at: 0.5, text: 'Студия, добрый день.' },
  { channel: 1, at: 2, text: 'Здравствуйте!' },
] as const;
const SECONDS = 3.28;
const call = makeCall(LINES);
const fixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));

async function decode(bytes: Uint8Array, options: { program?: string; mostSeconds?: number } = {}) {
  const chunks: Uint8Array[] = [];
  let heading = { channels: 0 };
  const open = () => Promise.resolve(Readable.from([Buffer.from(bytes)], { objectMode: false }));
  const facts = await decodeSound(
    { key: 'tenant', program: null, mostSeconds: 14_400, open, ...options },
    async (samples, head) => {
      heading = head;
      for await (const chunk of samples) chunks.push(Uint8Array.from(chunk));
    },
  );
  return { ...facts, heading, samples: Buffer.concat(chunks) };
}

const shareIn = ({ voices }: { voices: string[] }, channel: number, from: number, to: number) =>
  voicedShare(bitsOf(voices[channel] ?? ''), from, to);

const tone = (seconds: number, hertz = 440, rate = SPEECH_RATE) =>
  Int16Array.from({ length: seconds * rate }, (_, at) => 8_000 * Math.sin((2 * Math.PI * hertz * at) / rate));

/** A file of AIFF, by the tables of its specification. */
function aiffOf(samples: Int16Array, rate = 44_100): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [at, sample] of samples.entries()) data.writeInt16BE(sample, at * 2);
  const head = Buffer.alloc(54);
  head.write('FORM', 0, 'latin1');
  head.writeUInt32BE(46 + data.length, 4);
  head.write('AIFFCOMM', 8, 'latin1');
  head.writeUInt32BE(18, 16);
  head.writeUInt16BE(1, 20);
  head.writeUInt32BE(samples.length, 22);
  head.writeUInt16BE(16, 26);
  const exponent = Math.floor(Math.log2(rate));
  head.writeUInt16BE(16_383 + exponent, 28);
  head.writeBigUInt64BE(BigInt(rate) << BigInt(63 - exponent), 30);
  head.write('SSND', 38, 'latin1');
  head.writeUInt32BE(data.length + 8, 42);
  return Buffer.concat([head, data]);
}

/** The call with other samples: 8 bits, or µ-law by its number of the format. */
function wavWith({ format, bits, rate, data }: { format: number; bits: number; rate: number; data: Buffer }): Buffer {
  const head = Buffer.from(wavOf([new Int16Array(0)]));
  head.writeUInt16LE(format, 20);
  head.writeUInt32LE(rate, 24);
  head.writeUInt16LE(bits, 34);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

test('samples of 16 kHz pass unchanged, and both sides are heard where they speak', async () => {
  const decoded = await decode(call);
  expect(decoded.samples.equals(Buffer.from(call.subarray(44)))).toBe(true);
  expect(decoded).toMatchObject({ channels: 2, heading: { channels: 2 }, hasTwoSides: true, isIncomplete: false });
  expect(decoded.seconds).toBeCloseTo(SECONDS, 2);
  expect(shareIn(decoded, 0, 0.6, 1.6)).toBeGreaterThan(0.9);
  expect(shareIn(decoded, 1, 0.6, 1.6)).toBe(0);
  expect(shareIn(decoded, 1, 2.1, 2.7)).toBeGreaterThan(0.9);
  const peaks = Buffer.from(decoded.peaks, 'base64');
  expect(peaks).toHaveLength(66);
  expect(peaks[5]).toBe(0);
  expect(peaks[20]).toBeGreaterThan(20);
});

test.each(['call.mp3', 'call.ogg', 'call.opus', 'call.flac'])('%s is decoded without a program', async (name) => {
  const decoded = await decode(await fixture(name));
  expect(decoded).toMatchObject({ channels: 2, hasTwoSides: true, isIncomplete: false });
  expect(decoded.seconds).toBeGreaterThan(SECONDS - 0.05);
  expect(decoded.seconds).toBeLessThan(SECONDS + 0.1);
  expect(shareIn(decoded, 0, 0.6, 1.6)).toBeGreaterThan(0.9);
  expect(shareIn(decoded, 1, 2.2, 2.7)).toBeGreaterThan(0.9);
  expect(shareIn(decoded, 1, 0.7, 1.6)).toBe(0);
});

describe('a tone keeps its pitch, loudness and length', () => {
  const crossings = (samples: Buffer) => {
    let count = 0;
    for (let at = 2; at < samples.length; at += 2)
      if (samples.readInt16LE(at - 2) < 0 && samples.readInt16LE(at) >= 0) count += 1;
    return count;
  };
  const loudest = (samples: Buffer) =>
    Math.max(...Array.from({ length: 8_000 }, (_, at) => samples.readInt16LE(8_000 + at * 2)));

  test.each<[string, Buffer]>([
    ['AIFF of 44.1 kHz', aiffOf(tone(2, 440, 44_100))],
    ['AIFF of 11,025 Hz', aiffOf(tone(2, 440, 11_025), 11_025)],
    [
      'WAV of 8 bits',
      wavWith({
        format: 1,
        bits: 8,
        rate: 8_000,
        data: Buffer.from(tone(2, 440, 8_000).map((one) => (one >> 8) + 128)),
      }),
    ],
    ['WAV of 48 kHz', wavWith({ format: 1, bits: 16, rate: 48_000, data: Buffer.from(tone(2, 440, 48_000).buffer) })],
    [
      'WAV of floats',
      wavWith({
        format: 3,
        bits: 32,
        rate: 22_050,
        data: Buffer.from(Float32Array.from(tone(2, 440, 22_050), (one) => one / 32_768).buffer),
      }),
    ],
  ])('%s', async (_name, bytes) => {
    const { samples, seconds, channels } = await decode(bytes);
    expect(channels).toBe(1);
    expect(Math.abs(seconds - 2)).toBeLessThan(0.01);
    expect(Math.abs(crossings(samples) - 880)).toBeLessThan(8);
    expect(Math.abs(loudest(samples) - 8_000)).toBeLessThan(300);
  });
});

test('what is above half of 16 kHz does not come back as another tone', async () => {
  const { samples } = await decode(aiffOf(tone(1, 12_000, 44_100)));
  const loudest = Math.max(...Array.from({ length: 10_000 }, (_, at) => samples.readInt16LE(4_000 + at * 2)));
  expect(loudest).toBeLessThan(80);
});

test('two channels with one sound are one side', async () => {
  const one = tone(1, 300);
  expect(await decode(wavOf([one, one.map((sample) => sample / 2)]))).toMatchObject({
    channels: 2,
    hasTwoSides: false,
  });
});

describe('hostile files', () => {
  const noise = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7_919 + (at >> 3) * 31) & 0xff));
  const frames = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), noise]);
  const tenHours = async () => {
    const flac = await fixture('call.flac');
    flac.writeUIntBE(16_000 * 36_000, 22, 4); // NOTE: the number of samples in its head
    return flac;
  };
  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['no byte', async () => Buffer.alloc(0), 'empty'],
    ['noise with the name of a sound', async () => noise, 'wrong_type'],
    ['noise that begins as an MP3', async () => frames, 'damaged'],
    ['a head without samples', async () => call.subarray(0, 40), 'damaged'],
    ['a list of addresses', async () => Buffer.from('#EXTM3U\nhttp://127.0.0.1/\n'), 'wrong_type'],
    [
      'a protected track',
      async () => Buffer.concat([Buffer.from('\0\0\0\u0018ftypM4P '), Buffer.from('....drms')]),
      'locked',
    ],
    ['a format of programs', () => fixture('call.m4a'), 'needs_program'],
    ['a compression of programs', () => fixture('gsm.wav'), 'needs_program'],
  ])('%s', async (_name, bytes, reason) => {
    await expect(decode(await bytes())).rejects.toMatchObject({ name: 'UnreadableFile', reason });
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['a WAV', async () => Buffer.from(call.subarray(0, 60_000))],
    ['a FLAC', async () => (await fixture('call.flac')).subarray(0, 20_000)],
    ['an Ogg', async () => (await fixture('call.ogg')).subarray(0, 8_000)],
  ])('%s that is cut is decoded up to there, and counts as incomplete', async (_name, bytes) => {
    const { seconds, isIncomplete } = await decode(await bytes());
    expect(seconds).toBeGreaterThan(0.3);
    expect(seconds).toBeLessThan(3);
    expect(isIncomplete).toBe(true);
  });

  test('a head that claims ten hours is not believed', async () => {
    const { seconds, isIncomplete } = await decode(await tenHours());
    expect(seconds).toBeCloseTo(SECONDS, 1);
    expect(isIncomplete).toBe(true);
  });

  test('a length that recorders leave open is that of the file', async () => {
    const open = Buffer.from(call);
    open.writeUInt32LE(0xff_ff_ff_ff, 40);
    expect(await decode(open)).toMatchObject({ isIncomplete: false });
  });

  test('sound beyond the limit is refused', async () => {
    await expect(decode(call, { mostSeconds: 2 })).rejects.toMatchObject({ reason: 'too_long' });
  });
});

describe('the program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-test-'));
  afterAll(() => rm(folder, { recursive: true }));
  let number = 0;
  const aProgram = async (script: string) => {
    const path = join(folder, `ffmpeg-${(number += 1)}`);
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const wavFile = join(folder, 'call.wav');
  await writeFile(wavFile, call);
  const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('frontdesk-sound-'));

  test('decodes what the libraries cannot, and its copy of the file is deleted', async () => {
    const before = await left();
    const program = await aProgram(`exec /bin/cat '${wavFile}'`);
    const decoded = await decode(await fixture('call.m4a'), { program });
    expect(decoded).toMatchObject({ channels: 2, hasTwoSides: true, isIncomplete: false });
    expect(decoded.seconds).toBeCloseTo(SECONDS, 2);
    await expect.poll(left).toEqual(before);
  });

  test('is told to read one file, and gets nothing of the environment', async () => {
    const call = join(folder, 'call');
    const program = await aProgram(`echo "$@" > '${call}'; /usr/bin/env > '${call}.env'; exec /bin/cat '${wavFile}'`);
    await decode(await fixture('gsm.wav'), { program });
    expect(await readFile(call, 'utf8')).toMatch(
      /^-v error -nostdin -protocol_whitelist file -t 14401 -i \S+ -map 0:a:0 -vn -ar 16000 -c:a pcm_s16le -f wav -protocol_whitelist pipe pipe:1\n$/u,
    );
    expect(await readFile(`${call}.env`, 'utf8')).not.toMatch(/NODE|DATABASE|HOME/u);
  });

  test.each([
    [`echo "Stream map '0:a:0' matches no streams." >&2; exit 1`, 'no_sound'],
    ['echo "moov atom not found" >&2; exit 1', 'damaged'],
    ['exit 0', 'damaged'],
  ])('that says %j refuses', async (script, reason) => {
    await expect(decode(await fixture('call.m4a'), { program: await aProgram(script) })).rejects.toMatchObject({
      reason,
    });
  });

  test('that finds a mistake amid the sound leaves it incomplete', async () => {
    const program = await aProgram(`/bin/cat '${wavFile}'; echo 'Invalid data found' >&2; exit 0`);
    expect(await decode(await fixture('call.m4a'), { program })).toMatchObject({ isIncomplete: true });
  });

  test('is not asked about files that are no sound', async () => {
    const program = await aProgram(`exec /bin/cat '${wavFile}'`);
    await expect(decode(Buffer.from('%PDF-1.7'), { program })).rejects.toMatchObject({ reason: 'wrong_type' });
  });

  test('is looked for on the path, where none is configured', async () => {
    await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await findProgram(undefined, `/nowhere:${folder}`)).toBe(join(folder, 'ffmpeg'));
    expect(await findProgram('/nowhere/ffmpeg', folder)).toBeNull();
    expect(await findProgram(undefined, '/nowhere')).toBeNull();
  });

  const real = await findProgram(process.env['FFMPEG_PATH']);
  test.runIf(real)('that is there decodes the fixtures', async () => {
    for (const name of ['call.m4a', 'gsm.wav']) {
      const decoded = await decode(await fixture(name), { program: real ?? '' });
      expect(decoded.seconds).toBeCloseTo(SECONDS, 0);
      expect(shareIn(decoded, 0, 0.7, 1.6)).toBeGreaterThan(0.9);
    }
  });
});
