import { expect, test } from 'vitest';
import { RestCall } from '#contract/assistants/rest-settings.ts';
import { LONGEST_REST_ANSWER, restToolNames } from '#contract/assistants/rest-values.ts';
import { readPart, troubleOfStatus } from './answer-reading.ts';
import { requestOf } from './request-rules.ts';

const ID = '0190a0a0';
const call = (given: object) =>
  RestCall.parse({ id: ID, title: 'Order', when: 'The client asks', url: 'https://shop.example/api', ...given });
const parameter = (key: string, more: object = {}) => ({ key, description: key, ...more });

test('functions are named in Latin letters after their titles, and never twice the same', () => {
  expect(
    restToolNames(['Статус заказа', 'Статус заказа!', 'Ціна їжі', '花', 'Avaliação №1'].map((title) => ({ title }))),
  ).toEqual(['call_status_zakaza', 'call_status_zakaza_no2', 'call_tsina_yizhi', 'call_service', 'call_avaliacao_1']);
});

test('parameters go where the address names them, else into the query or the body', () => {
  const parameters = [parameter('id'), parameter('full', { type: 'yes_no', isRequired: false })];
  const url = 'https://shop.example/orders/{id}?lang=ru';
  expect(requestOf(call({ url, parameters }), { id: 'А/1', full: 'да' })).toEqual({
    url: 'https://shop.example/orders/%D0%90%2F1?lang=ru&full=true',
    body: null,
  });
  expect(requestOf(call({ url, parameters, method: 'POST' }), { id: '1', full: true })).toEqual({
    url: 'https://shop.example/orders/1?lang=ru',
    body: '{"full":true}',
  });
  expect(requestOf(call({ parameters, method: 'PUT' }), { id: '1', full: null })).toMatchObject({ body: '{"id":"1"}' });
});

test('a value that is missing, of another type or that leads out of its place in the path is not sent', () => {
  const parameters = [parameter('id'), parameter('sum', { type: 'number', isRequired: false })];
  const one = call({ url: 'https://shop.example/orders/{id}', parameters });
  expect(requestOf(one, {})).toEqual({ trouble: 'missing', parameter: 'id' });
  expect(requestOf(one, { id: '..' })).toEqual({ trouble: 'bad_value', parameter: 'id' });
  expect(requestOf(one, { id: { a: 1 } })).toEqual({ trouble: 'bad_value', parameter: 'id' });
  expect(requestOf(one, { id: '1', sum: 'много' })).toEqual({ trouble: 'bad_value', parameter: 'sum' });
  expect(requestOf(one, { id: '1', sum: '1 500,5' })).toMatchObject({
    url: 'https://shop.example/orders/1?sum=1500.5',
  });
});

test.each([
  [{ url: 'http://shop.example/' }, 'url'],
  [{ url: 'https://user:pass@shop.example/' }, 'url'],
  [{ url: 'https://{host}.example/' }, 'url'],
  [{ url: 'https://shop.example/{id}' }, 'not_found'],
  [{ parameters: [parameter('a'), parameter('a')] }, 'repeated'],
  [{ parameters: [parameter('a b')] }, 'format'],
  [{ headers: [{ name: 'Host', value: 'x' }] }, 'not_offered'],
  [{ keep: 'a..b' }, 'format'],
])('a call with %j is refused', (given, reason) => {
  const { error } = RestCall.safeParse({ ...call({}), ...given });
  expect(error?.issues[0]?.message).toBe(reason);
});

test('of an answer the part at a path is kept; a name in a list means that of each item', () => {
  const text = JSON.stringify({ data: { items: [{ title: 'Роза', price: 1 }, { title: 'Пион' }] } });
  expect(readPart(text, 'data.items.title')).toEqual({ value: ['Роза', 'Пион'], isCut: false });
  expect(readPart(text, 'data.items.0.price')).toEqual({ value: 1, isCut: false });
  expect(readPart(text, 'data.total')).toEqual({ trouble: 'no_such_part' });
  expect(readPart(text, 'data.constructor')).toEqual({ trouble: 'no_such_part' });
  expect(readPart('<html>', '')).toEqual({ trouble: 'not_json' });
  expect(readPart('', '')).toEqual({ value: null, isCut: false });
});

test('a long answer loses items at the end of its lists before it is cut through', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ at, text: 'слово '.repeat(50) }));
  const read = readPart(JSON.stringify({ items }), '');
  if ('trouble' in read) throw new Error(read.trouble);
  expect(read.isCut).toBe(true);
  expect(JSON.stringify(read.value).length).toBeLessThanOrEqual(LONGEST_REST_ANSWER);
  expect(read.value).toMatchObject({ items: Array.from({ length: 10 }, (_, at) => ({ at })) });
});

test('each status has its trouble', () => {
  const statuses = [200, 204, 302, 401, 404, 409, 429, 502];
  expect(statuses.map(troubleOfStatus)).toEqual([
    null,
    null,
    'refused',
    'not_allowed',
    'not_found',
    'refused',
    'busy',
    'server_error',
  ]);
});
