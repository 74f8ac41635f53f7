import { expect, test } from 'vitest';
import { aModelHouse, CREDIT } from '#server/testing/houses/model-house.ts';
import type { ModelReply } from '#server/testing/world/model-server.ts';
import { embed } from './embedding-actions.ts';
import { embeddingModel } from './reads.ts';
import { transcribeSegments } from './segment-actions.ts';
import { transcribe } from './transcribing-actions.ts';

const house = await aModelHouse();
const { ctx, server } = house;

const json = (body: unknown): ModelReply => ({ fault: { kind: 'json', body } });
const vectors = (values: string[]) => embed(ctx, { tenantId: house.tenantId, key: 'source:1', values });
const write = (bytes = new Uint8Array(60_000)) =>
  transcribe(ctx, {
    tenantId: house.tenantId,
    key: 'voice:1',
    bytes,
    mediaType: 'audio/ogg; codecs=opus',
    language: 'ru',
  });
const usage = { prompt_tokens: 12 };

test('texts become vectors in their order, in whichever order they are answered', async () => {
  const data = [
    { index: 1, embedding: [0, 1, 0] },
    { index: 0, embedding: [1, 0, 0] },
  ];
  server.answer('e', [json({ data, usage })]);
  expect(await vectors(['стрижка', 'маникюр'])).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
  expect(server.requests[0]?.body).toMatchObject({
    input: ['стрижка', 'маникюр'],
    dimensions: 3,
    encoding_format: 'float',
  });
  expect(await house.calls()).toEqual([{ model: 'e', outcome: 'answered', cost: 12, input: 12, output: 0 }]);
  expect(await house.money()).toMatchObject({ balance: CREDIT - 12, reserved: 0 });
});

test('many texts are several calls', async () => {
  server.answer('e', ({ body }) =>
    json({ data: (body['input'] as string[]).map((text) => ({ embedding: [Number(text), 0, 0] })) }),
  );
  const values = Array.from({ length: 230 }, (_, at) => String(at));
  expect((await vectors(values))?.map(([first]) => String(first))).toEqual(values);
  expect(server.requests).toHaveLength(3);
});

test.each([
  ['fewer vectors than texts', json({ data: [{ embedding: [1, 0, 0] }] })],
  ['vectors of another length', json({ data: [{ embedding: [1, 0] }, { embedding: [1, 0] }] })],
  ['an error', { fault: { kind: 'status', status: 500 } }],
  ['a page in HTML', { fault: { kind: 'html' } }],
] satisfies [string, ModelReply][])('after %s there are no vectors, and no error', async (_, reply) => {
  server.answer('e', [reply]);
  expect(await vectors(['a', 'b'])).toBeNull();
  expect(await house.money()).toMatchObject({ balance: CREDIT, reserved: 0 });
});

test('without a provider of embeddings there are none', async () => {
  expect(embeddingModel(house.config)).toBe('one/e@3');
  house.config.ai.providers.splice(0, 1);
  expect(embeddingModel(house.config)).toBeNull();
  expect(await vectors(['a'])).toBeNull();
});

test('a recording is written down, and costs by its length', async () => {
  server.answer('t', [json({ text: 'Запишите меня на завтра', duration: 30 })]);
  expect(await write()).toEqual({ text: 'Запишите меня на завтра' });
  const [request] = server.requests;
  expect(request?.path).toBe('/v1/audio/transcriptions');
  expect(String(request?.body['text'])).toContain('filename="audio.ogg"');
  expect(String(request?.body['text'])).toMatch(/name="language"\r\n\r\nru/);
  expect(await house.calls()).toMatchObject([{ model: 't', outcome: 'answered', cost: 3_000 }]);
});

test('a length that is not stated is estimated by the size', async () => {
  server.answer('t', [json({ text: '' })]);
  expect(await write()).toEqual({ text: '' });
  expect(await house.calls()).toMatchObject([{ cost: 6_000 }]);
});

test('a recording that no provider can read is no text, and costs nothing', async () => {
  server.answer('t', [{ fault: { kind: 'status', status: 400 } }]);
  expect(await write()).toBeNull();
  expect(await house.money()).toMatchObject({ balance: CREDIT, reserved: 0 });
});

const segments = (change: Partial<Parameters<typeof transcribeSegments>[1]> = {}) =>
  transcribeSegments(ctx, {
    tenantId: house.tenantId,
    key: 'recording:1:0:0',
    bytes: new Uint8Array(60_000),
    mediaType: 'audio/wav',
    seconds: 90,
    language: null,
    ...change,
  });
const answers = (kind: 'words' | 'times' | 'speakers') => {
  const { transcription } = house.config.ai.providers[0] ?? {};
  if (transcription) transcription.answers = kind;
};

test('a recording is written down with its times, and costs by its length', async () => {
  server.answer('t', [
    json({ text: 'Алло. Да.', language: 'russian', segments: [{ id: 0, start: 0.5, end: 1.25, text: ' Алло.' }] }),
  ]);
  expect(await segments()).toEqual({
    isOk: true,
    segments: [{ start: 0.5, end: 1.25, text: 'Алло.', speaker: null }],
    language: 'russian',
  });
  const sent = String(server.requests[0]?.body['text']);
  expect(sent).toMatch(/name="response_format"\r\n\r\nverbose_json/);
  expect(sent).toMatch(/name="timestamp_granularities\[\]"\r\n\r\nsegment/);
  expect(sent).not.toContain('chunking_strategy');
  expect(await house.calls()).toMatchObject([{ model: 't', outcome: 'answered', cost: 9_000 }]);
});

test('a provider that tells speakers apart is asked for them', async () => {
  answers('speakers');
  server.answer('t', [json({ text: 'Алло.', segments: [{ start: 0, end: 1, text: 'Алло.', speaker: 'A' }] })]);
  expect(await segments()).toMatchObject({ segments: [{ text: 'Алло.', speaker: 'A' }], language: null });
  const sent = String(server.requests[0]?.body['text']);
  expect(sent).toMatch(/name="response_format"\r\n\r\ndiarized_json/);
  expect(sent).toMatch(/name="chunking_strategy"\r\n\r\nauto/);
});

test('words without times are those of the whole recording', async () => {
  answers('words');
  server.answer('t', [json({ text: ' Алло. ' })]);
  expect(await segments()).toMatchObject({ segments: [{ start: 0, end: 90, text: 'Алло.', speaker: null }] });
});

test.each([
  ['a model that stops in the middle', { fault: { kind: 'status', status: 500 } }],
  ['a page in HTML', { fault: { kind: 'html' } }],
  ['a segment without times', json({ text: 'a', segments: [{ text: 'a' }] })],
] satisfies [string, ModelReply][])('%s is told, and costs nothing', async (_, reply) => {
  server.answer('t', [reply]);
  expect(await segments()).toEqual({ isOk: false, trouble: 'unavailable' });
  expect(await house.money()).toMatchObject({ balance: CREDIT, reserved: 0 });
});

test('without money a recording is not sent', async () => {
  server.answer('t', [json({ text: '', segments: [] })]);
  expect(await segments({ seconds: 60 * 60 * 3 })).toMatchObject({ isOk: true });
  expect(await segments()).toEqual({ isOk: false, trouble: 'balance' });
  expect(server.requests).toHaveLength(1);
});

test('without a provider of transcriptions nothing is sent', async () => {
  house.config.ai.providers.splice(0, 1);
  expect(await segments()).toEqual({ isOk: false, trouble: 'no_model' });
});
