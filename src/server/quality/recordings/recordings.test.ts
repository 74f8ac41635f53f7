import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/quality/recordings.ts';
import { PIECE_TYPE } from '#contract/quality/values.ts';
import { RecordingId } from '#contract/quality/talks.ts';
import { makeCall, scriptsOfCall, type SpokenLine } from '#server/platform/sound/call-sound.ts';
import { wavOf } from '#server/platform/sound/wav-writing.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';
import { modelServer, type ModelReply } from '#server/testing/world/model-server.ts';
import { readRecording } from './reading-actions.ts';

const server = await testServer();
const { call, clock, owner, runJobs } = server;
const model = await modelServer();
Object.assign(server.ctx.config.ai, { ...twoProviders(model.baseUrl), trialCreditMicroUsd: 1_000_000 });

const LINES: SpokenLine[] = [
  { channel: 0, at: 0.5, text: 'Студия, добрый день.' },
  { channel: 1, at: 2.2, text: 'Здравствуйте! Сколько стоит стрижка?' },
  { channel: 0, at: 5, text: 'Две тысячи.' },
];
const CALL = makeCall(LINES);
const SCRIPTS = scriptsOfCall(LINES, 'ru');
const json = (body: unknown): ModelReply => ({ fault: { kind: 'json', body } });
const wordsOf = (channel: number) => {
  const segments = SCRIPTS[channel]?.segments ?? [];
  return json({ text: segments.map(({ text }) => text).join(' '), language: 'russian', segments });
};

let salon: SignedUp;
beforeEach(async () => {
  model.reset();
  await owner.query('delete from model_breakers');
  await owner.query('delete from graphile_worker._private_jobs'); // NOTE: files of the test before are not read in this one
  salon = await server.signUp();
  model.answer('t', [wordsOf(0), wordsOf(1)]);
});

const as = (change: Record<string, unknown> = {}) => ({ token: salon.token, ...change });
const piece = async (uploadId: string, offset: number, bytes: Uint8Array, token = salon.token) => {
  const response = await fetch(`${server.origin}/api/v1/quality/uploads/${uploadId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': PIECE_TYPE,
      'upload-offset': String(offset),
    },
    body: Buffer.from(bytes),
  });
  return { status: response.status, body: (await response.json()) as { offset: number; recordingId: string | null } }; // NOTE: the shape of an upload or a refusal, compared below
};
const begin = (bytes: Uint8Array, change: Record<string, unknown> = {}) =>
  call(contract.startRecordingUpload, as({ body: { fileName: 'call.wav', size: bytes.length, ...change } }));

async function send(bytes: Uint8Array, change: Record<string, unknown> = {}): Promise<RecordingId> {
  const { body } = await begin(bytes, change);
  const sent = await piece(body.id, 0, bytes);
  expect(sent.status).toBe(200);
  return RecordingId.parse(sent.body.recordingId);
}
const get = async (recordingId: RecordingId) =>
  (await call(contract.getRecording, as({ params: { recordingId } }))).body;
const linesOf = async (recordingId: RecordingId) => {
  const { rows } = await owner.query<{ lines: { side: string; text: string; speaker: string; isGuessed: boolean }[] }>(
    'select lines from quality_talks where recording_id = $1',
    [recordingId],
  );
  return rows[0]?.lines ?? [];
};
const stored = async () => {
  const { rows } = await owner.query<{ uploads: number; recordings: number }>(
    `select (select count(*) from quality_uploads where tenant_id = $1)::int as uploads,
       (select count(*) from quality_recordings where tenant_id = $1)::int as recordings`,
    [salon.tenantId],
  );
  return rows[0];
};

describe('a file that is sent in pieces', () => {
  test('becomes a recording with its last piece, and goes on where it was cut off', async () => {
    const { body, status } = await begin(CALL, { employeeName: 'Ольга' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ fileName: 'call.wav', size: CALL.length, offset: 0, recordingId: null });
    expect(await piece(body.id, 0, CALL.subarray(0, 100_000))).toMatchObject({
      status: 200,
      body: { offset: 100_000 },
    });
    expect((await call(contract.getRecordingUpload, as({ params: { uploadId: body.id } }))).body.offset).toBe(100_000);
    const last = await piece(body.id, 100_000, CALL.subarray(100_000));
    expect(last).toMatchObject({ status: 200, body: { offset: CALL.length } });
    expect(await get(RecordingId.parse(last.body.recordingId))).toMatchObject({
      state: 'waiting',
      employeeName: 'Ольга',
      size: CALL.length,
      hasAudio: true,
    });
    expect(await stored()).toEqual({ uploads: 1, recordings: 1 });
  });

  test('is told the right place when an answer was lost, and has one recording however often it ends', async () => {
    const { body } = await begin(CALL);
    await piece(body.id, 0, CALL.subarray(0, 100_000));
    const repeated = await piece(body.id, 0, CALL.subarray(0, 100_000));
    expect(repeated).toMatchObject({
      status: 409,
      body: { code: 'recording_upload.wrong_offset', details: { offset: 100_000 } },
    });
    const rest = CALL.subarray(100_000);
    const both = await Promise.all([piece(body.id, 100_000, rest), piece(body.id, 100_000, rest)]);
    expect(both.map(({ status }) => status).toSorted()).toContain(200);
    expect(await piece(body.id, CALL.length, new Uint8Array(0))).toMatchObject({
      status: 200,
      body: { recordingId: body.id },
    });
    expect(await stored()).toMatchObject({ recordings: 1 });
  });

  test('that the server kept without its recording ends with an empty piece', async () => {
    const { body } = await begin(CALL);
    await piece(body.id, 0, CALL);
    await owner.query('delete from quality_recordings where id = $1', [body.id]);
    await owner.query(`update quality_uploads set recording_id = null, pieces = '{}' where id = $1`, [body.id]);
    expect(await piece(body.id, CALL.length, new Uint8Array(0))).toMatchObject({ body: { recordingId: body.id } });
  });

  test('that is no sound is refused by its first bytes, and forgotten', async () => {
    const bytes = Buffer.alloc(1_000, 7);
    expect(await begin(bytes, { fileName: 'price.pdf' })).toMatchObject({
      status: 400,
      body: { code: 'recording_upload.not_audio' },
    });
    const { body } = await begin(bytes);
    expect(await piece(body.id, 0, bytes)).toMatchObject({
      status: 400,
      body: { code: 'recording_upload.not_audio' },
    });
    expect(await stored()).toEqual({ uploads: 0, recordings: 0 });
  });

  test('that is too large is refused, before and while it comes', async () => {
    expect(await begin(CALL, { size: 201 * 1_048_576 })).toMatchObject({
      status: 413,
      body: { code: 'recording_upload.too_large' },
    });
    const { body } = await begin(CALL, { size: 50_000 });
    expect(await piece(body.id, 0, CALL)).toMatchObject({ status: 413 });
    expect((await call(contract.getRecordingUpload, as({ params: { uploadId: body.id } }))).body.offset).toBe(0);
  });

  test('is nobody else’s: another cabinet can neither see nor continue it', async () => {
    const { body } = await begin(CALL);
    const other = await server.signUp();
    expect(await piece(body.id, 0, CALL, other.token)).toMatchObject({ status: 404 });
    expect(await piece(body.id, 0, CALL, 'nobody')).toMatchObject({ status: 401 });
    expect(await piece('no-id', 0, CALL)).toMatchObject({ status: 404 });
  });

  test('is deleted a day after its last piece', async () => {
    const { body } = await begin(CALL);
    await piece(body.id, 0, CALL.subarray(0, 100_000));
    await clock.advance({ hours: 23 });
    await server.runRepeated('quality.delete-old-uploads');
    expect(await stored()).toMatchObject({ uploads: 1 });
    await clock.advance({ hours: 2 });
    await server.runRepeated('quality.delete-old-uploads');
    expect(await stored()).toMatchObject({ uploads: 0 });
  });

  test('is given up by hand', async () => {
    const { body } = await begin(CALL);
    await piece(body.id, 0, CALL.subarray(0, 100_000));
    const params = { uploadId: body.id };
    expect((await call(contract.cancelRecordingUpload, as({ params }))).status).toBe(200);
    expect((await call(contract.cancelRecordingUpload, as({ params }))).status).toBe(404);
  });
});

describe('a recording', () => {
  test('is decoded and transcribed by sides, measured, and played', async () => {
    const id = await send(CALL, { employeeName: 'Ольга' });
    await runJobs();
    const recording = await get(id);
    expect(recording).toMatchObject({ state: 'ready', trouble: null, isStereo: true, isIncomplete: false });
    expect(recording.seconds).toBeCloseTo(6.16, 1);
    expect(recording.measures).toMatchObject({ interruptions: 0 });
    expect(recording.measures?.beforeFirstWord).toBeCloseTo(0.5, 1);
    expect(recording.measures?.clientShare).toBeGreaterThan(0.25);
    expect(recording.peaks.length).toBeGreaterThan(120);
    expect(await linesOf(id)).toMatchObject([
      { side: 'employee', speaker: 'Ольга', text: 'Студия, добрый день.', isGuessed: false },
      { side: 'client', text: 'Здравствуйте! Сколько стоит стрижка?', isGuessed: false },
      { side: 'employee', text: 'Две тысячи.' },
    ]);
    const sound = await fetch(`${server.origin}${recording.url}`, { headers: { range: 'bytes=0-99' } });
    expect(sound.status).toBe(206);
    expect(sound.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.from(await sound.arrayBuffer()).equals(Buffer.from(CALL.subarray(0, 100)))).toBe(true);
  });

  test('whose employee is on the other side is written again, and nothing is paid', async () => {
    const id = await send(CALL);
    await runJobs();
    const before = model.requests.length;
    const body = { employeeChannel: 'right', employeeName: 'Ольга', clientName: 'Анна' };
    const { status } = await call(contract.saveRecording, as({ params: { recordingId: id }, body }));
    expect(status).toBe(200);
    expect((await linesOf(id)).map(({ side, speaker }) => `${side} ${speaker}`)).toEqual([
      'client Анна',
      'employee Ольга',
      'client Анна',
    ]);
    expect((await get(id)).measures?.beforeFirstWord).toBeCloseTo(2.2, 1);
    expect(model.requests).toHaveLength(before);
  });

  test('of one side has guessed speakers: who speaks first is the employee', async () => {
    model.answer('t', [
      json({
        text: '',
        segments: [
          { start: 0.5, end: 1.7, text: 'Студия, добрый день.', speaker: 'B' },
          { start: 2.2, end: 4.3, text: 'Сколько стоит стрижка?', speaker: 'A' },
        ],
      }),
    ]);
    const samples = Buffer.from(CALL.subarray(44));
    const mono = Int16Array.from(
      { length: samples.length / 4 },
      (_, at) => samples.readInt16LE(at * 4) + samples.readInt16LE(at * 4 + 2),
    );
    const id = await send(wavOf([mono]));
    await runJobs();
    expect(await get(id)).toMatchObject({ state: 'ready', isStereo: false, measures: { clientShare: null } });
    expect(await linesOf(id)).toMatchObject([
      { side: 'employee', isGuessed: true },
      { side: 'client', isGuessed: true },
    ]);
  });

  test('loses words that were invented in silence or after its end', async () => {
    const [first] = SCRIPTS[0]?.segments ?? [];
    model.answer('t', [
      json({
        text: '',
        segments: [
          first,
          { start: 2.5, end: 4, text: 'Спасибо за просмотр!' },
          { start: 60, end: 62, text: 'Подписывайтесь.' },
        ],
      }),
      json({ text: '', segments: [] }),
    ]);
    const id = await send(CALL);
    await runJobs();
    expect((await linesOf(id)).map(({ text }) => text)).toEqual(['Студия, добрый день.']);
  });

  test('that is interrupted after the first side pays the other alone', async () => {
    model.answer('t', (_, number) => (number === 1 ? wordsOf(0) : { fault: { kind: 'status', status: 500 } }));
    const id = await send(CALL);
    const job = { tenantId: salon.tenantId, recordingId: id };
    await readRecording(server.ctx, job, AbortSignal.timeout(60_000));
    expect(await get(id)).toMatchObject({ state: 'transcribing' });
    model.answer('t', [wordsOf(1)]);
    await owner.query('delete from model_breakers');
    await readRecording(server.ctx, job, AbortSignal.timeout(60_000));
    expect(await get(id)).toMatchObject({ state: 'ready' });
    expect(await linesOf(id)).toHaveLength(3);
    const { rows } = await owner.query(
      `select count(*)::int as paid from model_calls where tenant_id = $1 and outcome = 'answered'`,
      [salon.tenantId],
    );
    expect(rows).toEqual([{ paid: 2 }]);
  });

  test.each<[string, () => Promise<Uint8Array>, string, string]>([
    ['a silent file', async () => wavOf([new Int16Array(48_000)]), 'call.wav', 'silent'],
    ['a file whose samples are missing', async () => CALL.subarray(0, 60), 'call.wav', 'no_audio'],
    [
      'a format that needs the program',
      () => readFile(new URL('../../platform/sound/fixtures/call.m4a', import.meta.url)),
      'call.m4a',
      'format_not_supported',
    ],
    [
      'a protected file',
      async () => Buffer.concat([Buffer.from('\0\0\0\u0018ftypM4P '), Buffer.from('....drms')]),
      'call.m4a',
      'locked',
    ],
  ])('that is %s says so', async (_name, bytes, fileName, trouble) => {
    server.ctx.config.ffmpegPath = '/nowhere/ffmpeg';
    const id = await send(await bytes(), { fileName });
    await runJobs();
    expect(await get(id)).toMatchObject({ state: 'failed', trouble, talkId: null });
    expect(model.requests).toHaveLength(0);
  });

  test('without words says so, without money too, and is tried again by hand', async () => {
    model.answer('t', [json({ text: '', segments: [] })]);
    const id = await send(CALL);
    await runJobs();
    expect(await get(id)).toMatchObject({ state: 'failed', trouble: 'no_words' });
    await owner.query('delete from quality_recording_pieces where recording_id = $1', [id]);
    model.reset();
    model.answer('t', [wordsOf(0), wordsOf(1)]);
    const params = { recordingId: id };
    expect((await call(contract.retryRecording, as({ params }))).body).toMatchObject({ state: 'waiting' });
    expect((await call(contract.retryRecording, as({ params }))).body.code).toBe('recording.busy');
    await runJobs();
    expect(await get(id)).toMatchObject({ state: 'ready' });
  });

  test('loses its sound after the days that its business chose, and keeps its words', async () => {
    const id = await send(CALL);
    await runJobs();
    await call(contract.saveQualitySettings, as({ body: { audioDays: 7 } }));
    await clock.advance({ hours: 24 * 8 });
    await server.runRepeated('quality.delete-old-sound');
    await runJobs();
    const { rows } = await owner.query('select file_key from quality_recordings where id = $1', [id]);
    expect(rows).toEqual([{ file_key: null }]);
    expect(await linesOf(id)).toHaveLength(3);
  });

  test('is deleted with its talk and its sound', async () => {
    const id = await send(CALL);
    await runJobs();
    const { url } = await get(id);
    expect((await call(contract.deleteRecording, as({ params: { recordingId: id } }))).status).toBe(200);
    await runJobs();
    expect(await stored()).toMatchObject({ recordings: 0 });
    expect(await linesOf(id)).toEqual([]);
    expect((await fetch(`${server.origin}${url}`)).status).toBe(404);
  });

  test('is heard by the day’s address alone', async () => {
    const id = await send(CALL);
    const { url } = await get(id);
    expect((await fetch(`${server.origin}${url}x`)).status).toBe(404);
    expect((await fetch(`${server.origin}${url}`)).status).toBe(200);
    await clock.advance({ hours: 49 });
    expect((await fetch(`${server.origin}${url}`)).status).toBe(404);
  });
});
