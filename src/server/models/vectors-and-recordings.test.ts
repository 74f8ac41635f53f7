import { expect, test } from 'vitest';
import { aModelHouse, CREDIT } from '#server/testing/houses/model-house.ts';
import type { ModelReply } from '#server/testing/world/model-server.ts';
import { embed } from './embedding-actions.ts';
import { embeddingModel } from './reads.ts';
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
