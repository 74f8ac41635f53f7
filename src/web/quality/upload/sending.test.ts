// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { RecordingUpload } from '#contract/quality/recordings.ts';
import { CallRefused, CallUnreached } from '#web/lib/api/call-errors.ts';
import { sendFile, type UploadCalls } from './sending.ts';

const SIZE = 3_000_000;
const file = () => new File([new Uint8Array(SIZE)], 'call.mp3', { lastModified: 1 });
const ID = '0195e7a0-0000-7000-8000-000000000001';

/** A server in memory; `faults` are thrown in the order of pieces, after the bytes were stored where `isLate`. */
function aServer(faults: Record<number, { error: Error; isLate?: boolean }> = {}) {
  const log: string[] = [];
  let stored = 0;
  let pieces = 0;
  const state = (): RecordingUpload => ({
    id: ID,
    fileName: 'call.mp3',
    size: SIZE,
    offset: stored,
    recordingId: stored === SIZE ? (ID as never) : null, // NOTE: the brand of its id
  });
  const calls: UploadCalls = {
    async start() {
      log.push('start');
      stored = 0;
      return state();
    },
    async read() {
      log.push(`read ${stored}`);
      return state();
    },
    async send(_id, offset, piece) {
      const fault = faults[(pieces += 1)];
      if (fault && !fault.isLate) throw fault.error;
      if (offset !== stored)
        throw new CallRefused({ code: 'recording_upload.wrong_offset', details: { offset: stored } }, 409);
      stored += piece.size;
      log.push(`${offset}+${piece.size}`);
      if (fault) throw fault.error;
      return state();
    },
  };
  return { calls, log };
}

const waits: number[] = [];
let isLost = 0;
const send = (calls: UploadCalls, progress: number[] = [], signal = new AbortController().signal) =>
  sendFile({
    file: file(),
    employeeName: '',
    calls,
    signal,
    onProgress: (sent) => progress.push(sent),
    onLost: () => (isLost += 1),
    wait: async (ms) => void waits.push(ms),
  });

beforeEach(() => {
  localStorage.clear();
  waits.splice(0);
  isLost = 0;
});

test('a file goes in pieces that grow on a quick line, and its progress is told', async () => {
  const { calls, log } = aServer();
  const progress: number[] = [];
  expect(await send(calls, progress)).toBe(ID);
  expect(log).toEqual(['start', '0+524288', '524288+1048576', '1572864+1427136']);
  expect(progress).toEqual([0, 524_288, 1_572_864, SIZE]);
  expect(localStorage).toHaveLength(0);
});

test('after a lost connection it asks where to go on, and sends nothing twice', async () => {
  const { calls, log } = aServer({ 2: { error: new CallUnreached(''), isLate: true } });
  expect(await send(calls)).toBe(ID);
  expect(log.slice(1, 5)).toEqual(['0+524288', '524288+1048576', 'read 1572864', '1572864+262144']);
  expect(isLost).toBe(1);
  expect(waits).toEqual([1_000]);
});

test('a server that is away is asked again, less and less often', async () => {
  const away = { error: new CallRefused({ code: 'server.failed' as never }, 503) };
  const { calls } = aServer({ 1: away, 2: away, 3: away });
  expect(await send(calls)).toBe(ID);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

test('a file that was begun before goes on from there', async () => {
  const first = aServer({ 2: { error: new CallRefused({ code: 'file.storage_full' }, 400) } });
  await expect(send(first.calls)).rejects.toMatchObject({ code: 'file.storage_full' });
  expect(localStorage).toHaveLength(1);
  expect(await send(first.calls)).toBe(ID);
  expect(first.log.slice(1)).toEqual(['0+524288', 'read 524288', '524288+524288', '1048576+1048576', '2097152+902848']);
});

test('an upload that the server deleted begins from the start, once', async () => {
  const gone = { error: new CallRefused({ code: 'recording_upload.not_found' }, 404) };
  const { calls, log } = aServer({ 1: gone });
  expect(await send(calls)).toBe(ID);
  expect(log.filter((entry) => entry === 'start')).toHaveLength(2);
});

test('a refusal ends it, and so does its owner', async () => {
  const { calls } = aServer({ 1: { error: new CallRefused({ code: 'recording_upload.not_audio' }, 400) } });
  await expect(send(calls)).rejects.toMatchObject({ code: 'recording_upload.not_audio' });
  const stop = AbortSignal.abort();
  const stopped = aServer({ 1: { error: new CallUnreached('') } });
  await expect(send(stopped.calls, [], stop)).rejects.toThrow();
  expect(waits).toEqual([]);
});
