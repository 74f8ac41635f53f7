import { expect, test } from 'vitest';
import { AiProviders } from '#server/platform/deployment/ai-providers.ts';
import { type Ending, troubleOf, withoutFence, withUniqueCalls } from './answer-rules.ts';
import { breakMs, errorCode, type Failure, failureOf, retryAfterMs } from './failure-rules.ts';
import { candidatesFor, offeredChoices } from './offer-rules.ts';
import { costOf, estimateTokens, mostCost, pricePer100Dialogues, readUsage } from './price-rules.ts';

const PRICES = { inputPrice: 0.15, outputPrice: 0.6, cachedInputPrice: 0.075 };
const usage = (inputTokens: number, outputTokens = 0, cachedTokens = 0) => ({
  inputTokens,
  outputTokens,
  cachedTokens,
});

test.each([
  [usage(0), 0],
  [usage(1_000_000), 150_000],
  [usage(1_000_000, 0, 1_000_000), 75_000],
  [usage(1_000_000, 1_000_000, 500_000), 75_000 + 37_500 + 600_000],
  [usage(1), 1],
  [usage(20), 3],
  [usage(0, 5), 3],
])('%o costs %i millionths of a dollar', (used, cost) => {
  expect(costOf(PRICES, used)).toBe(cost);
});

test('cached tokens cost as others where no price is stated, and never make a price negative', () => {
  expect(costOf({ inputPrice: 1, outputPrice: 1 }, usage(10, 0, 10))).toBe(10);
  expect(costOf({ inputPrice: 1, outputPrice: 1 }, usage(5, 0, 10))).toBe(10);
});

test('a hundred dialogues cost a hundred times one', () => {
  expect(pricePer100Dialogues({ inputPrice: 0.15, outputPrice: 0.6 })).toBe(477_000);
});

test('the most that a step may cost is that of the dearest model', () => {
  expect(mostCost([PRICES, { inputPrice: 2, outputPrice: 1 }], 10, 10)).toBe(30);
  expect(mostCost([], 10, 10)).toBe(0);
});

test.each([
  ['hello', 2],
  ['привет', 4],
  ['', 0],
])('%s is about %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test.each([
  [{ input: 10, output: 5, cached: 3 }, usage(10, 5, 3), false],
  [{ input: 10, output: undefined, cached: undefined }, usage(10, 0, 0), false],
  [{ input: 10, output: Number.NaN, cached: 99 }, usage(10, 0, 10), false],
  [{ input: Number.NaN, output: 5, cached: 0 }, usage(70, 7, 0), true],
  [{ input: undefined, output: undefined, cached: undefined }, usage(70, 7, 0), true],
  [{ input: -4, output: 5, cached: 0 }, usage(70, 7, 0), true],
])('usage %o is read', (stated, read, isEstimated) => {
  expect(readUsage(stated, () => ({ inputTokens: 70, outputTokens: 7 }))).toEqual({ usage: read, isEstimated });
});

const answered = (status: number, json: unknown = {}) => ({
  kind: 'answered' as const,
  status,
  headers: {},
  text: '',
  json,
});

test.each<[Parameters<typeof failureOf>[0], Failure | null]>([
  [answered(200), null],
  [answered(302), 'unreadable'],
  [answered(400), 'rejected'],
  [answered(400, { error: { code: 'content_filter' } }), 'refused'],
  [answered(401), 'forbidden'],
  [answered(403), 'forbidden'],
  [answered(404), 'missing'],
  [answered(408), 'failed'],
  [answered(409), 'failed'],
  [answered(413), 'rejected'],
  [answered(429), 'limited'],
  [answered(500), 'failed'],
  [answered(529), 'failed'],
  [{ kind: 'unreached', reason: 'ECONNREFUSED' }, 'unreached'],
  [{ kind: 'unreached', reason: 'timeout' }, 'timeout'],
  [{ kind: 'unknown', reason: 'timeout' }, 'timeout'],
  [{ kind: 'unknown', reason: 'UND_ERR_SOCKET' }, 'lost'],
])('%o is the failure %s', (answer, failure) => {
  expect(failureOf(answer)).toBe(failure);
});

test.each<[Failure, Partial<Parameters<typeof breakMs>[1]>, number | null]>([
  ['failed', { failures: 1 }, null],
  ['failed', { failures: 2 }, null],
  ['failed', { failures: 3 }, 15_000],
  ['timeout', { failures: 4 }, 30_000],
  ['lost', { failures: 20 }, 300_000],
  ['unreadable', { failures: 3 }, 15_000],
  ['limited', {}, 10_000],
  ['limited', { retryAfterMs: 200 }, 200],
  ['limited', { retryAfterMs: 3_600_000 }, 300_000],
  ['limited', { retryAfterMs: 200, code: 'insufficient_quota' }, 300_000],
  ['forbidden', {}, 300_000],
  ['missing', {}, 300_000],
])('after %s with %o a model is left alone for %s ms', (failure, details, ms) => {
  expect(breakMs(failure, { failures: 1, retryAfterMs: null, code: null, ...details })).toBe(ms);
});

test.each([
  [{}, null],
  [{ 'retry-after-ms': '200', 'retry-after': '90' }, 200],
  [{ 'retry-after': '90' }, 90_000],
  [{ 'retry-after': '0.2' }, 200],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 9_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
])('%o asks to wait %s ms', (headers, ms) => {
  expect(retryAfterMs(headers as Record<string, string>, 1_000)).toBe(ms);
});

test.each([
  [{ error: { code: 'insufficient_quota' } }, 'insufficient_quota'],
  [{ error: { code: 7 } }, null],
  [{ error: 'x' }, null],
  [null, null],
  ['x', null],
])('the code of %o is %s', (json, code) => {
  expect(errorCode(json)).toBe(code);
});

test.each<[Partial<Ending>, ReturnType<typeof troubleOf>]>([
  [{}, null],
  [{ finishReason: 'other' }, null],
  [{ text: ' \n' }, 'nonsense'],
  [{ text: '', hasToolResults: true }, null],
  [{ finishReason: 'tool-calls', text: '', hasToolResults: true }, null],
  [{ finishReason: 'tool-calls', text: '', hasToolResults: true, isLast: true }, 'nonsense'],
  [{ finishReason: 'tool-calls', text: '' }, 'nonsense'],
  [{ finishReason: 'length' }, 'nonsense'],
  [{ finishReason: 'error' }, 'nonsense'],
  [{ finishReason: 'content-filter' }, 'refused'],
])('an end with %o is %s', (ending, trouble) => {
  expect(troubleOf({ finishReason: 'stop', text: 'x', hasToolResults: false, isLast: false, ...ending })).toBe(trouble);
});

test.each([
  ['{"a":1}', '{"a":1}'],
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['```\n{"a":1}```\n', '{"a":1}'],
  ['see ```json\n{}\n```', 'see ```json\n{}\n```'],
])('%j without its fence is %j', (text, plain) => {
  expect(withoutFence(text)).toBe(plain);
});

test('calls keep their ids while these are unique', () => {
  const call = (toolCallId: string, input: string) => ({ type: 'tool-call', toolCallId, toolName: 'book', input });
  const text = { type: 'text', text: 'x' };
  const ids = (content: { toolCallId?: string }[]) => content.map(({ toolCallId }) => toolCallId);
  expect(
    ids(withUniqueCalls<{ type: string; toolCallId?: string }>([text, call('1', 'a'), call('2', 'b')], [])),
  ).toEqual([undefined, '1', '2']);
  expect(ids(withUniqueCalls([call('1', 'a'), call('1', 'a')], []))).toEqual(['1']);
  expect(ids(withUniqueCalls([call('1', 'a'), call('1', 'b'), call('1', 'c')], ['1_2']))).toEqual(['1', '1_3', '1_4']);
  expect(ids(withUniqueCalls([call('1', 'a')], ['1', '1_2']))).toEqual(['1_3']);
});

const chat = (model: string) => ({ model, inputPrice: 1, outputPrice: 1, contextTokens: 8_000 });
const parse = (value: unknown) => AiProviders.safeParse(typeof value === 'string' ? value : JSON.stringify(value));

test('models of a choice stand in the order of providers, and a brand offers what it names', () => {
  const { data } = parse({
    providers: [
      { name: 'x', baseUrl: 'https://x.example/v1/', models: { fast: [chat('a'), chat('b')], best: [chat('c')] } },
      { name: 'y', baseUrl: 'http://localhost:1234/v1', models: { fast: [chat('d')] } },
    ],
    brands: { medflex: ['best'], quality: [] },
  });
  if (!data) throw new Error('not parsed');
  const names = (brand: 'main' | 'medflex', choice: 'fast' | 'best') =>
    candidatesFor(data, brand, choice).map(({ provider, model }) => `${provider.baseUrl} ${model.model}`);
  expect(names('main', 'fast')).toEqual([
    'https://x.example/v1 a',
    'https://x.example/v1 b',
    'http://localhost:1234/v1 d',
  ]);
  expect(names('medflex', 'fast')).toEqual([]);
  expect(offeredChoices(data, 'main')).toEqual(['fast', 'best']);
  expect(offeredChoices(data, 'medflex')).toEqual(['best']);
  expect(offeredChoices(data, 'quality')).toEqual([]);
});

test.each([
  ['{', 'not JSON'],
  [{ providers: [{ name: 'x', baseUrl: 'ftp://x', models: {} }] }, 'baseUrl'],
  [{ providers: [{ name: 'X y', baseUrl: 'https://x', models: {} }] }, 'name'],
  [{ providers: [{ name: 'x', baseUrl: 'https://x', models: {}, apikey: 'misspelt' }] }, 'apikey'],
  [{ providers: [{ name: 'x', baseUrl: 'https://x', models: { fast: [{ model: 'a' }] } }] }, 'inputPrice'],
  [{ providers: [], brands: { nobody: ['fast'] } }, 'nobody'],
  [
    {
      providers: [
        { name: 'x', baseUrl: 'https://x', models: {} },
        { name: 'x', baseUrl: 'https://y', models: {} },
      ],
    },
    'one name',
  ],
])('the configuration %j is refused because of %s', (value, named) => {
  expect(JSON.stringify(parse(value).error?.issues)).toContain(named);
});
