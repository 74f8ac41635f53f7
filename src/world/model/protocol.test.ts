import { hash } from 'node:crypto';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { Output, embedMany, generateText, isStepCount, streamText, tool } from 'ai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Caller, createCaller } from '../testing/caller.ts';
import type { Json } from '../testing/json.ts';
import { type World, startWorld } from '../world.ts';

let world: World;
let sim: Caller;
let api: Caller;

beforeAll(async () => {
  world = await startWorld({ seed: 'test' });
  sim = createCaller(world.url);
  api = createCaller(`${world.url}/model/v1`, { authorization: 'Bearer world' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await sim('POST', '/_sim/seed', {});
});

const provider = () =>
  createOpenAICompatible({
    name: 'sim',
    baseURL: `${world.url}/model/v1`,
    apiKey: 'world',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
const user = (content: string) => ({ role: 'user', content });
const chat = (extra: object = {}) => ({ model: 'sim-fast', messages: [user('Hello')], ...extra });
const DAYS = {
  type: 'function',
  function: {
    name: 'days',
    parameters: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  },
};
const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'days', arguments: '{}' } }],
});
const schemaOf = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'out', strict: true, schema } });

test.each<[string, object, number, string | null, RegExp]>([
  ['an unknown model', chat({ model: 'gpt-0' }), 404, 'model_not_found', /gpt-0/],
  ['a model of another kind', chat({ model: 'sim-embed' }), 404, 'model_not_found', /chat model/],
  ['no messages', { model: 'sim-fast', messages: [] }, 400, 'invalid_value', /messages/],
  ['no messages at all', { model: 'sim-fast' }, 400, 'missing_required_parameter', /messages/],
  ['an unknown parameter', chat({ tempo: 1 }), 400, 'unknown_parameter', /tempo/],
  ['a temperature out of range', chat({ temperature: 3 }), 400, 'invalid_value', /temperature/],
  [
    'a result without its call',
    chat({ messages: [user('Hi'), { role: 'tool', tool_call_id: 'a', content: '1' }] }),
    400,
    null,
    /preceeding message with 'tool_calls'/,
  ],
  [
    'a call without its result',
    chat({ messages: [user('Hi'), call('a'), user('And?')] }),
    400,
    null,
    /did not have response messages: a/,
  ],
  ['a choice without tools', chat({ tool_choice: 'auto' }), 400, null, /tool_choice/],
  [
    'a choice of an unknown tool',
    chat({ tools: [DAYS], tool_choice: { type: 'function', function: { name: 'weeks' } } }),
    400,
    null,
    /weeks/,
  ],
  [
    'a strict schema with an optional property',
    chat({
      response_format: schemaOf({
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      }),
    }),
    400,
    null,
    /Missing 'b'/,
  ],
  [
    'a strict schema that is open',
    chat({ response_format: schemaOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }) }),
    400,
    null,
    /additionalProperties/,
  ],
  ['an object without the word', chat({ response_format: { type: 'json_object' } }), 400, null, /'json'/],
  ['options of a stream without one', chat({ stream_options: { include_usage: true } }), 400, null, /stream_options/],
  [
    'too long a talk',
    chat({ messages: [user('word '.repeat(140_000))] }),
    400,
    'context_length_exceeded',
    /maximum context length/,
  ],
])('the model refuses %s', async (_title, ...[body, status, code, message]) => {
  const reply = await api('POST', '/chat/completions', body);
  expect(reply).toMatchObject({ status, body: { error: { code, type: 'invalid_request_error' } } });
  expect(reply.body.error.message).toMatch(message);
});

test('a key is needed', async () => {
  const call = createCaller(`${world.url}/model/v1`);
  expect(await call('GET', '/models')).toMatchObject({ status: 401 });
  const wrong = await call('POST', '/chat/completions', chat(), { authorization: 'Bearer guess' });
  expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } });
  expect((await api('GET', '/models')).body.data).toHaveLength(5);
});

test('an answer repeats for the same request, with ids and usage', async () => {
  const [first, second] = await Promise.all([
    api('POST', '/chat/completions', chat()),
    api('POST', '/chat/completions', chat()),
  ]);
  expect(second.body).toMatchObject({ id: first.body.id, choices: first.body.choices, usage: first.body.usage });
  expect(first.body).toMatchObject({
    object: 'chat.completion',
    choices: [
      { finish_reason: 'stop', message: { role: 'assistant', content: expect.stringMatching(/^(?:Hello|Hi)/) } },
    ],
  });
  expect(first.body.usage.total_tokens).toBe(first.body.usage.prompt_tokens + first.body.usage.completion_tokens);
});

test('limits cut an answer', async () => {
  expect((await api('POST', '/chat/completions', chat({ max_tokens: 2 }))).body).toMatchObject({
    choices: [{ finish_reason: 'length' }],
    usage: { completion_tokens: 2 },
  });
  const stopped = await api('POST', '/chat/completions', chat({ stop: ['!'] }));
  expect(stopped.body.choices[0].message.content).not.toContain('!');
});

test('a tool is called as the choice wants it', async () => {
  const choices = async (tool_choice: unknown) =>
    (await api('POST', '/chat/completions', chat({ tools: [DAYS], tool_choice }))).body.choices[0];
  expect(await choices('required')).toMatchObject({
    finish_reason: 'tool_calls',
    message: { content: null, tool_calls: [{ function: { name: 'days', arguments: '{"count":0}' } }] },
  });
  expect(await choices({ type: 'function', function: { name: 'days' } })).toMatchObject({
    finish_reason: 'tool_calls',
  });
  expect(await choices('none')).toMatchObject({ finish_reason: 'stop' });
});

test('the SDK streams a text with its usage', async () => {
  const result = streamText({ model: provider()('sim-balanced'), prompt: 'Hello' });
  let text = '';
  for await (const part of result.textStream) text += part;
  expect(text).toMatch(/^(?:Hello|Hi)/);
  expect(await result.finishReason).toBe('stop');
  expect((await result.usage).outputTokens).toBeGreaterThan(0);
});

test('the SDK streams a loop of tools that a fixture scripts', async () => {
  await sim('POST', '/_sim/model/fixtures', [
    {
      match: { user: '/two days/', step: 0 },
      answer: {
        calls: [
          { name: 'days', arguments: { count: 1 } },
          { name: 'days', arguments: { count: 2 } },
        ],
      },
    },
    { match: { after: 'days' }, answer: { text: 'It is {{list.0}}.' } },
  ]);
  const counts: number[] = [];
  const result = streamText({
    model: provider()('sim-balanced'),
    prompt: 'Show two days',
    stopWhen: isStepCount(3),
    tools: {
      days: tool({
        inputSchema: z.object({ count: z.number() }),
        execute: async ({ count }) => {
          counts.push(count);
          return { list: [`day ${count}`] };
        },
      }),
    },
  });
  expect(await result.text).toBe('It is day 2.');
  expect(counts).toEqual([1, 2]);
  const ids = (await result.steps).flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId));
  expect(new Set(ids).size).toBe(2);
});

test('the SDK reads an object by its schema, in a stream too', async () => {
  const output = Output.object({
    name: 'search',
    schema: z.object({ queries: z.array(z.string()).max(3), language: z.enum(['ru', 'en']) }),
  });
  const options = {
    model: provider()('sim-fast'),
    instructions: 'Write search strings in Russian.',
    prompt: 'how much is a gift card for a manicure?',
    output,
  };
  const { output: found } = await generateText(options);
  expect(found).toEqual({
    queries: expect.arrayContaining([expect.stringMatching(/^цена подарочный сертификат .*маникюр$/)]),
    language: 'en',
  });
  expect(await streamText(options).output).toEqual(found);
});

test('a fixture answers as often as it is told, and is read by model, step and schema', async () => {
  await sim('POST', '/_sim/model/fixtures', {
    match: { model: 'sim-fast', text: 'Hello' },
    answer: { text: 'Once' },
    times: 1,
  });
  const answers = [await api('POST', '/chat/completions', chat()), await api('POST', '/chat/completions', chat())];
  expect(answers.map(({ body }) => body.choices[0].message.content === 'Once')).toEqual([true, false]);
  const { body } = await sim('GET', '/_sim/model/exchanges?limit=1');
  expect(body.exchanges).toMatchObject([
    {
      kind: 'chat',
      model: 'sim-fast',
      mode: 'talk',
      status: 200,
      request: { messages: [{ role: 'user', text: 'Hello' }] },
    },
  ]);
});

const cosine = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

test('the SDK embeds values, and questions are near their answers in other languages', async () => {
  const model = provider().embeddingModel('sim-embed');
  const passages = [
    'Парковка: во дворе бесплатная парковка для машин.',
    'Подарочный сертификат действует шесть месяцев.',
    'Маникюр с покрытием занимает полтора часа.',
    'Отменить запись можно за сутки без штрафа.',
    'Оплатить можно картой или наличными.',
    'С собаками и кошками можно, на поводке.',
  ];
  const questions: [string, number][] = [
    ['where can I park my car?', 0],
    ['tem estacionamento?', 0],
    ['how long is a gift voucher valid', 1],
    ['vocês têm vale presente?', 1],
    ['скільки часу займає манікюр?', 2],
    ['can I cancel my appointment for free', 3],
    ['як скасувати запис', 3],
    ['posso pagar com cartão?', 4],
    ['do you take cash', 4],
    ['can I bring my dog', 5],
  ];
  const { embeddings } = await embedMany({
    model,
    values: [...passages, ...questions.map(([question]) => question)],
    providerOptions: { sim: { dimensions: 256 } },
  });
  expect(embeddings.map(({ length }) => length)).toEqual(embeddings.map(() => 256));
  const nearest = questions.map((_, index) => {
    const own = embeddings[passages.length + index];
    const scores = passages.map((_passage, at) => cosine(own, embeddings[at]));
    return scores.indexOf(Math.max(...scores));
  });
  expect(nearest).toEqual(questions.map(([, passage]) => passage));
});

test.each([
  [{ model: 'sim-embed', input: '' }, 400],
  [{ model: 'sim-embed', input: [] }, 400],
  [{ model: 'sim-embed', input: 'a', dimensions: 9000 }, 400],
  [{ model: 'sim-fast', input: 'a' }, 404],
])('embeddings of %j are refused', async (body, status) => {
  expect(await api('POST', '/embeddings', body)).toMatchObject({ status, body: { error: {} } });
});

const recording = (name: string, fields: Record<string, string>) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(90_000)]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return fetch(`${world.url}/model/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: 'Bearer world' },
    body: form,
  });
};

test('a recording is transcribed by its script, with speakers where they are wanted', async () => {
  const fields = { model: 'sim-transcribe', language: 'en' };
  const plain: Json = await (await recording('note.ogg', fields)).json();
  expect(plain).toEqual({ text: expect.stringContaining('studio'), usage: { type: 'duration', seconds: 30 } });
  await sim('POST', '/_sim/model/transcripts', {
    file: 'call.wav',
    segments: [
      { speaker: 'A', start: 0, end: 2, text: 'Алло' },
      { speaker: 'B', start: 2, end: 4, text: 'Здравствуйте' },
    ],
  });
  const spoken: Json = await (
    await recording('call.wav', { ...fields, response_format: 'diarized_json', chunking_strategy: 'auto' })
  ).json();
  expect(spoken.segments).toMatchObject([
    { speaker: 'A', text: 'Алло' },
    { speaker: 'B', start: 2, end: 4 },
  ]);
  const timed: Json = await (await recording('call.wav', { ...fields, response_format: 'verbose_json' })).json();
  expect(timed).toMatchObject({ duration: 4, segments: [{ id: 0, start: 0, end: 2, tokens: [] }, { id: 1 }] });
});

test('a recording is known by its sound, under any name of its file', async () => {
  const samples = Int16Array.from({ length: 16_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 7)));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(16, 34);
  const rounded = Uint8Array.from(samples, (sample) => sample >> 8);
  const segments = [{ start: 0, end: 0.8, text: 'Алло' }];
  await sim('POST', '/_sim/model/transcripts', [{ sound: hash('sha256', rounded, 'hex'), segments }]);
  const form = new FormData();
  form.set('file', new Blob([head, Buffer.from(samples.buffer)]), 'piece-7.wav');
  form.set('model', 'sim-transcribe');
  form.set('response_format', 'verbose_json');
  const headers = { authorization: 'Bearer world' };
  const answer = await fetch(`${world.url}/model/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
  expect(await answer.json()).toMatchObject({ duration: 1, segments: [{ start: 0, end: 0.8, text: ' Алло' }] });
});

test('a recording of an unknown kind or without a file is refused', async () => {
  expect((await recording('note.txt', { model: 'sim-transcribe' })).status).toBe(400);
  expect((await recording('note.ogg', { model: 'sim-fast' })).status).toBe(404);
  expect((await recording('note.ogg', { model: 'sim-transcribe', pitch: '1' })).status).toBe(400);
});
