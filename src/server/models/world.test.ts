import { tool } from 'ai';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/platform/deployment/config.ts';
import { aModelHouse } from '#server/testing/houses/model-house.ts';
import { simulateWorld } from '#server/testing/world/simulated-world.ts';
import { embed } from './embedding-actions.ts';
import { makeCall, scriptsOfCall } from '#server/platform/sound/call-sound.ts';
import { SPEECH_RATE, wavOf } from '#server/platform/sound/wav-writing.ts';
import { transcribeSegments } from './segment-actions.ts';
import { transcribe } from './transcribing-actions.ts';

/** The product against the model of the simulated world, as a demo is configured. */
const world = await simulateWorld();
const house = await aModelHouse();
const { ctx, complete } = house;
const { ai } = readConfig({
  DATABASE_URL: 'postgres://unused',
  FRONTDESK_SECRET_KEY: 'a secret of the tests that nobody else knows',
  FRONTDESK_DEMO: '1',
  WORLD_URL: world.url,
});
beforeEach(async () => {
  Object.assign(house.config.ai, ai);
  await world.control('DELETE', '/model/faults');
});

const services = [{ service_id: 's1', title: 'Стрижка', price: '1 500 ₽', minutes: 60 }];
const list_services = tool({
  description: 'Lists services with prices.',
  inputSchema: z.object({ words: z.string().nullable() }),
  execute: async () => ({ ok: true, services }),
});
const fail = (kind: string, change: { delayMs?: number } = {}) =>
  world.control('POST', '/model/faults', { kind, times: 1, ...change });

test('a demo is told that its model is simulated, and offers three choices', () => {
  expect(ai.isSimulated).toBe(true);
  expect(ai.providers.map(({ baseUrl }) => baseUrl)).toEqual([`${world.url}/model/v1`]);
});

test.each(['fast', 'balanced', 'best'] as const)(
  'the %s model calls a tool and answers with its result',
  async (model) => {
    const result = await complete({ model, tools: { list_services } });
    expect(result).toMatchObject({ isOk: true, model: `world/sim-${model}` });
    expect(result.steps.flatMap((step) => step.tools)).toMatchObject([{ tool: 'list_services', error: null }]);
    expect(result.text).toMatch(/1\s500/);
    expect(result.costMicroUsd).toBeGreaterThan(0);
  },
);

test.each([
  ['unauthorized', { trouble: 'unavailable' }],
  ['rate_limit_short', { trouble: 'unavailable' }],
  ['rate_limit_long', { trouble: 'unavailable' }],
  ['quota', { trouble: 'unavailable' }],
  ['server_error', { trouble: 'unavailable' }],
  ['overloaded', { trouble: 'unavailable' }],
  ['html', { trouble: 'unavailable' }],
  ['no_choices', { trouble: 'unavailable' }],
  ['cut_headers', { trouble: 'unavailable' }],
  ['refusal', { trouble: 'refused' }],
  ['empty', { trouble: 'nonsense' }],
  ['call_length', { isOk: true }],
  ['arguments_broken', { isOk: true }],
  ['arguments_mistyped', { isOk: true }],
  ['unknown_tool', { isOk: true }],
  ['doubled_id', { isOk: true }],
  ['no_usage', { isOk: true }],
] as const)('the fault %s ends as %o, never as an error', async (kind, ending) => {
  await fail(kind);
  const result = await complete({ tools: { list_services } });
  expect(result).toMatchObject(ending);
  expect(Number.isFinite(result.costMicroUsd)).toBe(true);
  expect(await house.money()).toMatchObject({ reserved: 0 });
});

test('a slow model is given up at the time of a step', async () => {
  house.limit({ stepMs: 1_000 });
  await fail('delay_headers', { delayMs: 20_000 });
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'timeout' });
});

test('an endless loop ends with the eighth step', async () => {
  await world.control('POST', '/model/faults', { kind: 'endless_loop', times: 20 });
  const result = await complete({ tools: { list_services } });
  expect(result.steps.length).toBeLessThanOrEqual(8);
});

test('texts become vectors of 256 dimensions, and similar ones lie near', async () => {
  const input = { tenantId: house.tenantId, key: 'source:1', values: ['стрижка', 'стрижки', 'парковка'] };
  const vectors = (await embed(ctx, input)) ?? [];
  expect(vectors.map(({ length }) => length)).toEqual([256, 256, 256]);
  const near = (one: number[] = [], other: number[] = []) => one.reduce((sum, x, at) => sum + x * (other[at] ?? 0), 0);
  expect(near(vectors[0], vectors[1])).toBeGreaterThan(near(vectors[0], vectors[2]));
});

test('a recording is written down', async () => {
  const result = await transcribe(ctx, {
    tenantId: house.tenantId,
    key: 'voice:1',
    bytes: new Uint8Array(20_000).fill(7),
    mediaType: 'audio/ogg',
    language: 'ru',
  });
  expect(result?.text.length).toBeGreaterThan(0);
});

test('a call of the demo has its words, and faults of transcripts arrive', async () => {
  const lines = [
    { channel: 0, at: 0.5, text: 'Студия, добрый день.' },
    { channel: 1, at: 2, text: 'Здравствуйте!' },
  ] as const;
  await world.control('POST', '/model/transcripts', scriptsOfCall(lines, 'ru'));
  const samples = Buffer.from(makeCall(lines).subarray(44));
  const client = Int16Array.from({ length: samples.length / 4 }, (_, at) => samples.readInt16LE(at * 4 + 2));
  const write = () =>
    transcribeSegments(ctx, {
      tenantId: house.tenantId,
      key: 'recording:1:1:0',
      bytes: wavOf([client]),
      mediaType: 'audio/wav',
      seconds: client.length / SPEECH_RATE,
      language: null,
    });
  expect(await write()).toMatchObject({ isOk: true, segments: [{ start: 2, end: 2.78, text: 'Здравствуйте!' }] });
  await fail('invented_words');
  const invented = await write();
  expect(invented.isOk && invented.segments.map(({ text }) => text)).toEqual(['Здравствуйте!', 'Thanks for watching!']);
  await fail('server_error');
  expect(await write()).toEqual({ isOk: false, trouble: 'unavailable' });
});
