import { Readable } from 'node:stream';
import { RecordingId } from '#contract/quality/talks.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { WAV_HEAD_BYTES, SPEECH_RATE, wavHead } from '#server/platform/sound/wav-writing.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findRecording } from './recording-queries.ts';
import { readSoundToken } from './sound-address.ts';
import { playedType } from './upload-rules.ts';

// NOTE: a process: it opens a file between transactions.

export type PlayedSound = { type: string; sizeBytes: number; open(): Promise<Readable> };

const BYTES_PER_SAMPLE = 2;

/**
 * The sound of a recording as browsers play it: the file that was sent, or what was decoded of one that they cannot play.
 *
 * @throws {Problem} `file.not_found`
 */
export async function openSound(ctx: Context, token: string): Promise<PlayedSound> {
  const ids = readSoundToken(ctx, token);
  if (!ids) throw new Problem('file.not_found');
  const tenantId = TenantId.parse(ids.tenantId);
  const recording = await withTenant(ctx, tenantId, (scope) =>
    findRecording(scope, RecordingId.parse(ids.recordingId)),
  );
  if (!recording) throw new Problem('file.not_found');
  const { fileKey, fileName, size, sound, decodedKey, seconds } = recording;
  const type = playedType(fileName);
  if (fileKey !== null && type !== null && sound?.isPlayable !== false)
    return { type, sizeBytes: size, open: () => ctx.files.open(fileKey) };
  if (decodedKey === null || sound === null || seconds === null) throw new Problem('file.not_found');
  const dataBytes = Math.round(seconds * SPEECH_RATE) * sound.channels * BYTES_PER_SAMPLE;
  const open = async () => {
    const samples = await ctx.files.open(decodedKey);
    return Readable.from(withHead(wavHead(sound.channels, dataBytes), samples), { objectMode: false });
  };
  return { type: 'audio/wav', sizeBytes: WAV_HEAD_BYTES + dataBytes, open };
}

async function* withHead(head: Uint8Array, samples: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* samples;
}
