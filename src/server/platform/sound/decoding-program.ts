import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnreadableFile, type UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';
import { SPEECH_RATE } from './wav-writing.ts';

const TIMEOUT_MS = 300_000;
const MAX_ERROR_LETTERS = 2_000;
const LOWER_PRIORITY = 5;

/** The ffmpeg program of the deployment: its address, or the first one on PATH. Null: there is none. */
export async function findProgram(
  configured: string | undefined,
  path = process.env['PATH'] ?? '',
): Promise<string | null> {
  const candidates =
    configured === undefined ? path.split(delimiter).map((folder) => join(folder, 'ffmpeg')) : [configured];
  for (const candidate of candidates)
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  return null;
}

/** The output of the program at its end; `isWhole`: nothing of the sound was wrong. */
export type ProgramEnd = { isWhole: boolean };

/**
 * Decodes a recording by the program to a WAV file of 16 kHz, which streams. The program may read its one file and
 * nothing of the network, knows nothing of the server, and is killed after five minutes.
 *
 * The stream fails with {@link UnreadableFile} where the program decodes nothing.
 */
export async function decodeByProgram(
  program: string,
  file: Readable,
  { mostSeconds }: { mostSeconds: number },
): Promise<{ wav: Readable; ended: Promise<ProgramEnd> }> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-sound-'));
  const path = join(folder, 'recording');
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(file, createWriteStream(path)); // NOTE: some formats have their index at the end
  } catch (error) {
    await forget();
    throw error;
  }
  const child = spawn(program, argumentsFor(path, mostSeconds), {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  if (child.pid !== undefined) lower(child.pid);
  const wav = new PassThrough();
  const ended = Promise.withResolvers<ProgramEnd>();
  let [errors, bytes] = ['', 0];
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(0, MAX_ERROR_LETTERS)));
  child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
  child.stdout.pipe(wav, { end: false });
  wav.on('close', () => child.kill('SIGKILL'));
  child.once('error', (cause) => wav.destroy(cause));
  child.once('close', (code, signal) => {
    void forget();
    ended.resolve({ isWhole: code === 0 && signal === null && !CUT.test(errors) });
    if (bytes > EMPTY_WAV_BYTES) wav.end();
    else wav.destroy(signal ? tooSlow() : refusalOf(errors));
  });
  return { wav, ended: ended.promise };
}

/** Its head may be followed by no sample. */
const EMPTY_WAV_BYTES = 128;

const argumentsFor = (path: string, mostSeconds: number): string[] =>
  [
    `-v error -nostdin -protocol_whitelist file -t ${mostSeconds} -i`.split(' '),
    path,
    `-map 0:a:0 -vn -ar ${SPEECH_RATE} -c:a pcm_s16le -f wav -protocol_whitelist pipe pipe:1`.split(' '),
  ].flat();

function lower(pid: number): void {
  try {
    setPriority(pid, LOWER_PRIORITY);
  } catch {
    // The program has ended, or the machine has no priorities.
  }
}

const CUT = /truncat|partial|end of file|invalid data|error while decoding/iu;
const REASONS: readonly (readonly [RegExp, UnreadableReason])[] = [
  [/matches no streams|does not contain any stream/iu, 'no_sound'],
  [/whitelist/iu, 'wrong_type'],
  [/encrypt|drm|protected/iu, 'locked'],
];

const tooSlow = () => new UnreadableFile('too_slow', 'Decoding it takes too long');
const refusalOf = (errors: string) =>
  new UnreadableFile(REASONS.find(([words]) => words.test(errors))?.[1] ?? 'damaged', 'The program decoded nothing');
