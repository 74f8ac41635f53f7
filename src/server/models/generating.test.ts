import { hasToolCall, tool } from 'ai';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aModelHouse, CREDIT } from '#server/testing/houses/model-house.ts';
import type { ModelReply } from '#server/testing/world/model-server.ts';

const house = await aModelHouse();
const { server, complete, limit } = house;

const fault = (status: number, change: { body?: unknown; headers?: Record<string, string> } = {}): ModelReply => ({
  fault: { kind: 'status', status, ...change },
});
const called = (name: string, args: unknown, id?: string) => ({
  name,
  arguments: typeof args === 'string' ? args : JSON.stringify(args),
  ...(id && { id }),
});
/** A tool that notes what it was called with. */
function noting(result: unknown = { ok: true }) {
  const uses: unknown[] = [];
  const prices = tool({
    description: 'Lists prices.',
    inputSchema: z.object({ service: z.string() }),
    execute: async (input) => {
      uses.push(input);
      return result;
    },
  });
  return { uses, tools: { prices } };
}
const models = async () => (await house.calls()).map(({ model, outcome }) => `${model} ${outcome}`);

test('the first model answers, and its call is recorded with its price', async () => {
  server.answer('a', [{ content: 'От 1 500 ₽', usage: { prompt_tokens: 1_000, completion_tokens: 50, cached: 400 } }]);
  const result = await complete();
  expect(result).toMatchObject({ isOk: true, text: 'От 1 500 ₽', model: 'one/a', costMicroUsd: 1_100, output: null });
  expect(result.usage).toEqual({ inputTokens: 1_000, outputTokens: 50, cachedTokens: 400 });
  expect(await house.calls()).toEqual([{ model: 'a', outcome: 'answered', cost: 1_100, input: 1_000, output: 50 }]);
  expect(result.callIds).toHaveLength(1);
  const [request] = server.requests;
  expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer key of one' });
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

test.each([
  ['429', fault(429, { headers: { 'retry-after': '90' } }), 'limited'],
  ['a used up quota', fault(429, { body: { error: { message: 'x', code: 'insufficient_quota' } } }), 'limited'],
  ['500', fault(500), 'failed'],
  ['503', fault(503), 'failed'],
  ['401', fault(401), 'forbidden'],
  ['403', fault(403), 'forbidden'],
  ['404', fault(404), 'missing'],
  ['400', fault(400), 'rejected'],
  ['a page in HTML with 200', { fault: { kind: 'html' } }, 'unreadable'],
  ['an error with 200', { fault: { kind: 'json', body: { error: { message: 'overloaded' } } } }, 'unreadable'],
  ['no choices', { fault: { kind: 'json', body: { choices: [] } } }, 'unreadable'],
  ['a cut body', { fault: { kind: 'cut_body' } }, 'unreadable'],
  ['a broken connection', { fault: { kind: 'reset' } }, 'lost'],
  ['silence', { fault: { kind: 'hang' } }, 'timeout'],
  ['a connection that stays open after the answer', { fault: { kind: 'hang_after_body' } }, 'timeout'],
] satisfies [string, ModelReply, string][])('after %s the next model answers', async (_, reply, outcome) => {
  if (outcome === 'timeout') limit({ stepMs: 1_000 });
  server.answer('a', [reply]);
  server.answer('b', [{ content: 'Здравствуйте!' }]);
  expect(await complete()).toMatchObject({ isOk: true, text: 'Здравствуйте!', model: 'two/b' });
  expect(await models()).toEqual([`a ${outcome}`, 'b answered']);
});

test('an address where nobody listens is passed over', async () => {
  const [one] = house.config.ai.providers;
  if (one) one.baseUrl = 'http://127.0.0.1:9/v1';
  expect(await complete()).toMatchObject({ isOk: true, model: 'two/b' });
  expect(await models()).toEqual(['a unreached', 'b answered']);
});

test('when no model answers the call is unavailable, and nothing was charged', async () => {
  server.answer('a', [fault(500)]);
  server.answer('b', [fault(503)]);
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'unavailable', costMicroUsd: 0, model: null });
  expect(await house.money()).toMatchObject({ balance: CREDIT, reserved: 0, reservations: 0 });
});

test('the time of the whole call ends it', async () => {
  limit({ totalMs: 2_000, stepMs: 1_200 });
  server.answer('a', [{ fault: { kind: 'hang' } }]);
  server.answer('b', [{ fault: { kind: 'hang' } }]);
  const startedAt = performance.now();
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'timeout' });
  expect(performance.now() - startedAt).toBeLessThan(6_000);
  expect(await models()).toEqual(['a timeout', 'b aborted']);
});

test("the caller's signal ends a call at once and counts against no model", async () => {
  server.answer('a', [{ fault: { kind: 'hang' } }]);
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 50);
  expect(await complete({ signal: leaving.signal })).toMatchObject({ isOk: false, trouble: 'aborted' });
  expect(await models()).toEqual(['a aborted']);
  expect(await house.breakers()).toEqual([]);
  expect(await house.money()).toMatchObject({ reserved: 0 });
});

test('a loop goes on after the first step, and its result names each tool with arguments and result', async () => {
  const { tools, uses } = noting({ ok: true, price: '1 500 ₽' });
  server.answer('a', [{ calls: [called('prices', { service: 'стрижка' }, 'c1')] }, { content: '1 500 ₽' }]);
  const result = await complete({ tools });
  expect(result).toMatchObject({ isOk: true, text: '1 500 ₽' });
  expect(uses).toEqual([{ service: 'стрижка' }]);
  expect(result.steps).toEqual([
    {
      text: '',
      tools: [
        {
          callId: 'c1',
          tool: 'prices',
          arguments: { service: 'стрижка' },
          result: { ok: true, price: '1 500 ₽' },
          error: null,
        },
      ],
    },
    { text: '1 500 ₽', tools: [] },
  ]);
  expect(result.usage.inputTokens).toBe(200);
});

test('a model that calls tools without end has none in the eighth step', async () => {
  const { tools, uses } = noting();
  server.answer('a', ({ tools: given }) =>
    given ? { calls: [called('prices', { service: 'x' })] } : { content: 'Всё' },
  );
  const result = await complete({ tools });
  expect(result).toMatchObject({ isOk: true, text: 'Всё' });
  expect(result.steps).toHaveLength(8);
  expect(uses).toHaveLength(7);
});

test('a model that calls tools even without any is nonsense, and stops', async () => {
  const { tools, uses } = noting();
  server.answer('a', [{ calls: [called('prices', { service: 'x' })] }]);
  expect(await complete({ tools })).toMatchObject({ isOk: false, trouble: 'nonsense' });
  expect(uses).toHaveLength(7);
  expect(server.requests).toHaveLength(8);
});

test.each([
  ['a wrong type', called('prices', { service: 7 })],
  ['a broken text', called('prices', '{"service": "стр')],
  ['an unknown tool', called('discounts', { percent: 50 })],
])('arguments with %s do not run the tool; the model hears why and goes on', async (_, call) => {
  const { tools, uses } = noting();
  server.answer('a', [{ calls: [call] }, { content: 'Уточню' }]);
  const result = await complete({ tools });
  expect(result).toMatchObject({ isOk: true, text: 'Уточню' });
  expect(uses).toEqual([]);
  expect(result.steps[0]?.tools[0]).toMatchObject({ result: null, error: expect.any(String) });
  expect(server.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool' });
});

test('a call that is doubled with its id runs once', async () => {
  const { tools, uses } = noting();
  const twice = called('prices', { service: 'стрижка' }, 'same');
  server.answer('a', [{ calls: [twice, twice] }, { content: 'ок' }]);
  await complete({ tools });
  expect(uses).toHaveLength(1);
});

test('different calls with one id run each under an id of its own, also in later steps', async () => {
  const { tools } = noting();
  server.answer('a', [
    { calls: [called('prices', { service: 'стрижка' }, 'same'), called('prices', { service: 'маникюр' }, 'same')] },
    { calls: [called('prices', { service: 'борода' }, 'same')] },
    { content: 'ок' },
  ]);
  const result = await complete({ tools });
  const ids = result.steps.flatMap((step) => step.tools.map(({ callId }) => callId));
  expect(ids).toEqual(['same', 'same_2', 'same_3']);
  const answered = server.requests[2]?.messages.flatMap(({ tool_call_id: id }) => id ?? []);
  expect(answered).toEqual(ids);
});

test('a tool that fails tells the model nothing of the inside', async () => {
  const book = tool({
    inputSchema: z.object({}),
    execute: (): Promise<{ ok: boolean }> => Promise.reject(new Error('relation "visits" does not exist')),
  });
  server.answer('a', [{ calls: [called('book', {})] }, { content: 'Передам человеку' }]);
  const result = await complete({ tools: { book } });
  expect(result.steps[0]?.tools[0]).toMatchObject({ result: { ok: false, reason: 'failed' } });
  expect(JSON.stringify(server.requests[1])).not.toContain('relation');
  expect(house.logged).toMatchObject([[{ tool: 'book' }, 'a tool of a model failed']]);
});

test('a tool that ignores its signal is not waited for', async () => {
  const book = tool({
    inputSchema: z.object({}),
    execute: async () => {
      await sleep(30_000, null, { ref: false });
      return { ok: true };
    },
  });
  limit({ toolMs: 300 });
  server.answer('a', [{ calls: [called('book', {})] }, { content: 'Проверим' }]);
  const startedAt = performance.now();
  const result = await complete({ tools: { book } });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(result.steps[0]?.tools[0]).toMatchObject({ result: { ok: false, reason: 'timeout' } });
});

test('what tools did is in the result when the model fails after them', async () => {
  const { tools } = noting();
  server.answer('a', [{ calls: [called('prices', { service: 'x' })] }, fault(500)]);
  server.answer('b', [fault(500)]);
  const result = await complete({ tools });
  expect(result).toMatchObject({ isOk: false, trouble: 'unavailable', costMicroUsd: 120 });
  expect(result.steps[0]?.tools).toMatchObject([{ tool: 'prices', result: { ok: true } }]);
});

test('a condition of the caller ends the loop at a tool, without a text', async () => {
  const hand_over = tool({ inputSchema: z.object({ reason: z.string() }), execute: () => ({ ok: true }) });
  server.answer('a', [{ calls: [called('hand_over', { reason: 'asked' })] }]);
  const result = await complete({ tools: { hand_over }, stopWhen: [hasToolCall('hand_over')] });
  expect(result).toMatchObject({ isOk: true, text: '' });
  expect(server.requests).toHaveLength(1);
});

test('a refusal is one, with its text', async () => {
  server.answer('a', [{ refusal: 'I cannot help with that.' }]);
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'refused', text: 'I cannot help with that.' });
});

test("the provider's filter is a refusal, and no other model is called", async () => {
  server.answer('a', [fault(400, { body: { error: { message: 'filtered', code: 'content_filter' } } })]);
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'refused' });
  expect(await models()).toEqual(['a refused']);
});

test.each([
  ['cut at its limit', { content: 'Стрижка стоит', finish: 'length' }, 'Стрижка стоит'],
  ['empty', { content: '' }, ''],
] satisfies [string, ModelReply, string][])('an answer that is %s is nonsense', async (_, reply, text) => {
  server.answer('a', [reply]);
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'nonsense', text });
});

test('tools of a step that was cut at its limit do not run', async () => {
  const { tools, uses } = noting();
  server.answer('a', [{ calls: [called('prices', { service: 'x' })], finish: 'length' }]);
  expect(await complete({ tools })).toMatchObject({ isOk: false, trouble: 'nonsense' });
  expect(uses).toEqual([]);
});

test('an answer without usage is priced by the lengths of texts', async () => {
  server.answer('a', [{ content: 'Здравствуйте!', usage: null }]);
  const { usage, costMicroUsd } = await complete();
  expect(usage.inputTokens).toBeGreaterThan(20);
  expect(usage.outputTokens).toBeGreaterThan(5);
  expect(costMicroUsd).toBe(usage.inputTokens + 2 * usage.outputTokens);
});

const Verdict = { name: 'verdict', schema: z.object({ yes: z.boolean(), quote: z.string().nullable() }) };

test('an answer by a schema is parsed, also from a fence', async () => {
  server.answer('a', [{ content: '```json\n{"yes":true,"quote":null}\n```' }]);
  expect(await complete({ output: Verdict })).toMatchObject({ isOk: true, output: { yes: true, quote: null } });
  expect(server.requests[0]?.body['response_format']).toMatchObject({ type: 'json_schema' });
});

test.each([
  ['no JSON', 'да'],
  ['of another shape', '{"yes":"да"}'],
])('an answer that is %s is nonsense with its text', async (_, content) => {
  server.answer('a', [{ content }]);
  expect(await complete({ output: Verdict })).toMatchObject({ isOk: false, trouble: 'nonsense', text: content });
});

test('a model that takes no schema finds it in its instructions', async () => {
  const model = house.config.ai.providers[0]?.models.fast[0];
  if (model)
    Object.assign(model, { takesSchema: false, limitParameter: 'max_completion_tokens', takesTemperature: false });
  server.answer('a', [{ content: '{"yes":false,"quote":"нет"}' }]);
  expect(await complete({ output: Verdict, temperature: 0 })).toMatchObject({ isOk: true, output: { quote: 'нет' } });
  const [request] = server.requests;
  const body = request?.body ?? {};
  expect(request?.messages[0]?.content).toContain('"quote"');
  expect(body).toMatchObject({ response_format: { type: 'json_object' }, max_completion_tokens: 1_000 });
  expect(Object.keys(body)).not.toContain('temperature');
});

test('a model whose context is too short for the talk is passed over', async () => {
  const model = house.config.ai.providers[0]?.models.fast[0];
  if (model) model.contextTokens = 1_000;
  expect(await complete()).toMatchObject({ model: 'two/b' });
});

test('a choice without a model, or that the brand does not offer, calls nothing', async () => {
  expect(await complete({ model: 'best' })).toMatchObject({ isOk: false, trouble: 'no_model' });
  house.config.ai.brands = { main: ['best'] };
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'no_model' });
  expect(server.requests).toEqual([]);
});

test('what clients wrote is never logged', async () => {
  server.answer('a', [fault(400, { body: { error: { message: 'bad: Сколько стоит стрижка?' } } })]);
  server.answer('b', [{ fault: { kind: 'html' } }]);
  await complete();
  expect(house.logged).toHaveLength(2);
  expect(JSON.stringify(house.logged)).not.toMatch(/стрижка|salon|key of/);
});

test('a `system` message among the talk is a defect of the caller, and the reserve is free again', async () => {
  await expect(complete({ messages: [{ role: 'system', content: 'x' }] })).rejects.toThrow();
  expect(await house.money()).toMatchObject({ balance: CREDIT, reserved: 0 });
});
