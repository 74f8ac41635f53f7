import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createAssistant, duplicateAssistant, getAssistant, saveAssistant } from '#contract/assistants/calls.ts';
import * as contract from '#contract/assistants/rest.ts';
import { RestCall, RestPlugin } from '#contract/assistants/rest-settings.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { testServer } from '#server/testing/server/http.ts';
import { restTools } from './rest-tools.ts';

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** Requests that a system of the owner received, and its way to answer. */
const received: Received[] = [];
let answer: (response: ServerResponse, request: Received) => void;

const listener = (): ReturnType<typeof createServer> =>
  createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(request);
      answer(response, request);
    });
  });
const [system, inner] = [listener(), listener()];
await Promise.all([system, inner].map((one) => new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))));
const originOf = (one: typeof system) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`; // NOTE: it listens on a port
const SYSTEM = originOf(system);
afterAll(() => {
  for (const one of [system, inner]) one.close();
});

const server = await testServer({ env: { KNOWLEDGE_SITES: SYSTEM } });
const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

let owner: Awaited<ReturnType<typeof server.signUp>>;
let params: { assistantId: Awaited<ReturnType<typeof anAssistant>> };
beforeEach(async () => {
  received.length = 0;
  answer = json({ ok: 1 });
  owner = await server.signUp();
  params = { assistantId: await anAssistant() };
});

async function anAssistant() {
  const { body } = await server.call(createAssistant, { token: owner.token, body: { title: 'Anna', trade: null } });
  return body.id;
}

const aCall = (given: object = {}) =>
  RestCall.parse({
    id: randomUUID().replaceAll('-', ''),
    title: 'Статус заказа',
    when: 'Клиент спрашивает, где заказ',
    url: `${SYSTEM}/orders/{number}`,
    parameters: [{ key: 'number', description: 'номер заказа' }],
    ...given,
  });

const tryCall = async (call: RestCall, values: Record<string, string> = { number: '7' }) =>
  (await server.call(contract.tryRestCall, { token: owner.token, params, body: { call, values } })).body;

const setSecret = (call: RestCall, header: string, value: string | null) =>
  server.call(contract.putRestSecret, {
    token: owner.token,
    params,
    body: { callId: call.id, header, url: call.url, value },
  });

/** Calls the function of a call as the model does. */
async function run(call: RestCall, given: object, as: { key?: string; contactId?: ContactId | null } = {}) {
  const { tenantId } = owner;
  const contactId = as.contactId === undefined ? ContactId.parse(randomUUID()) : as.contactId;
  const signal = new AbortController().signal;
  const texts = { contactTexts: '', ownTexts: '' };
  const key = as.key ?? 'turn';
  const scope = { tenantId, contactId, ...texts, key, language: 'ru' as const, branchIds: [], signal };
  const plugin = RestPlugin.parse({ calls: [call] });
  const tools = restTools({ ctx: server.ctx, scope, plugin, ...params });
  const [tool] = Object.values(tools);
  return tool?.execute?.(given, { toolCallId: 'call', messages: [], context: {} }) as Promise<Record<string, unknown>>;
}

test('the model gives the parameters and gets the part of the answer that the owner keeps', async () => {
  answer = json({ data: { state: 'в пути', secretNote: 'x' } });
  const call = aCall({ keep: 'data.state', headers: [{ name: 'X-Shop', value: '12' }] });
  expect(await run(call, { number: '45/12' })).toEqual({ ok: true, data: 'в пути' });
  expect(received).toMatchObject([{ method: 'GET', path: '/orders/45%2F12', headers: { 'x-shop': '12' } }]);
});

test('a secret header is sent to its own origin alone, is never returned, and not repeated by an answer', async () => {
  answer = (response, request) => json({ seen: request.headers['authorization'] })(response);
  const call = aCall({ headers: [{ name: 'Authorization', value: null }] });
  expect(await tryCall(call)).toMatchObject({ trouble: 'no_secret', status: null });
  const set = await setSecret(call, 'Authorization', 'Bearer top-secret-1');
  expect(set.body).toEqual({ items: [{ callId: call.id, header: 'authorization', origin: SYSTEM }] });
  const tried = await tryCall(call);
  expect(received.at(-1)?.headers).toMatchObject({ authorization: 'Bearer top-secret-1' });
  expect(JSON.stringify(tried)).not.toContain('top-secret');
  expect(JSON.stringify(await run(call, { number: '1' }))).not.toContain('top-secret');
  const elsewhere = { ...call, url: `${originOf(inner)}/orders/{number}` };
  expect(await tryCall(elsewhere)).toMatchObject({ trouble: 'no_secret' });
  const { rows } = await server.owner.query('select value from assistant_rest_secrets');
  expect(rows.some(({ value }) => String(value).includes('top-secret'))).toBe(false);
  expect((await setSecret(call, 'authorization', null)).body).toEqual({ items: [] });
});

test('settings are saved without secrets, and a copy of the assistant has the secrets too', async () => {
  const call = aCall({ headers: [{ name: 'X-Key', value: null }] });
  await setSecret(call, 'X-Key', 'key-1');
  const { body: assistant } = await server.call(getAssistant, { token: owner.token, params });
  const plugins = { ...assistant.settings.plugins, rest: { calls: [call] } };
  const body = { title: 'Anna', settings: { ...assistant.settings, plugins }, baseVersion: 1 };
  const saved = await server.call(saveAssistant, { token: owner.token, params, body });
  expect(saved.body.settings.plugins.rest?.calls).toMatchObject([{ headers: [{ name: 'X-Key', value: null }] }]);
  const { body: copy } = await server.call(duplicateAssistant, { token: owner.token, params });
  params = { assistantId: copy.id };
  await tryCall(call);
  expect(received.at(-1)?.headers).toMatchObject({ 'x-key': 'key-1' });
});

test('secrets of an assistant of another cabinet are neither listed nor set', async () => {
  const call = aCall();
  const other = await server.signUp();
  const answers = [
    await server.call(contract.listRestSecrets, { token: other.token, params }),
    await server.call(contract.putRestSecret, {
      token: other.token,
      params,
      body: { callId: call.id, header: 'X-Key', url: call.url, value: 'a' },
    }),
    await server.call(contract.tryRestCall, { token: other.token, params, body: { call, values: {} } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test.each<[string, (response: ServerResponse) => void, object]>([
  ['a page instead of JSON', (response) => response.end('<html>Hello</html>'), { trouble: 'not_json', status: 200 }],
  ['a fault', json({ error: 'x' }, 503), { trouble: 'server_error', status: 503 }],
  ['nothing by these values', json({}, 404), { trouble: 'not_found', status: 404 }],
  ['a refused key', json({}, 401), { trouble: 'not_allowed', status: 401 }],
  ['too much, with a size that is not true', tooMuch, { trouble: 'too_big', status: 200 }],
  ['less than it declares', cutOff, { trouble: 'unreachable', status: null }],
  ['a redirect into the network', redirectTo(() => `${originOf(inner)}/secret`), { trouble: 'address' }],
  ['a redirect without end', redirectTo(() => `${SYSTEM}/again`), { trouble: 'redirect' }],
])('%s is named', async (_what, given, expected) => {
  answer = given;
  expect(await tryCall(aCall())).toMatchObject({ ...expected, part: '' });
});

function tooMuch(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
  response.end(`"${'x'.repeat(600_000)}"`);
}

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '5000' });
  response.write('{"a":');
  response.destroy();
}

function redirectTo(target: () => string) {
  return (response: ServerResponse) => void response.writeHead(302, { location: target() }).end();
}

test('no call reaches the network inside', async () => {
  const urls = [`${originOf(inner)}/x`, 'https://127.0.0.1/x', 'https://localhost/x', 'https://[::1]/x'];
  const tried = [];
  for (const url of urls) tried.push((await tryCall(aCall({ url, parameters: [] }), {})).trouble);
  expect(tried).toEqual(['address', 'address', 'address', 'address']);
  expect(received).toEqual([]);
});

test('a system that does not answer in time is given up, and the model says so', async () => {
  answer = () => undefined;
  const call = aCall();
  const result = await run(call, { number: '1' });
  expect(result).toMatchObject({ ok: false, reason: 'slow', next: expect.stringContaining('hand over') });
}, 20_000);

const aWrite = (given: object = {}) =>
  aCall({
    title: 'Заявка',
    method: 'POST',
    url: `${SYSTEM}/requests`,
    parameters: [{ key: 'name', description: 'имя' }],
    changes: true,
    ...given,
  });

test('a call that changes something is sent once for the same values, also by a repeated turn', async () => {
  let number = 0;
  answer = (response) => json({ number: (number += 1) })(response);
  const call = aWrite();
  const first = await run(call, { name: 'Анна' });
  expect(first).toEqual({ ok: true, data: { number: 1 } });
  expect(await run(call, { name: 'Анна' })).toEqual(first);
  expect(await run(call, { name: 'Ольга' })).toEqual({ ok: true, data: { number: 2 } });
  expect(await run(call, { name: 'Анна' }, { key: 'next turn' })).toEqual({ ok: true, data: { number: 3 } });
  expect(received.map(({ body }) => body)).toEqual(['{"name":"Анна"}', '{"name":"Ольга"}', '{"name":"Анна"}']);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
});

test('a write whose answer was lost with its process is not sent again: a person looks', async () => {
  const call = aWrite();
  await run(call, { name: 'Анна' });
  await server.owner.query('update assistant_rest_writes set result = null');
  expect(await run(call, { name: 'Анна' })).toMatchObject({ ok: false, reason: 'uncertain' });
  expect(received).toHaveLength(1);
});

test('a trial looks things up, but sends nothing that changes something', async () => {
  expect(await run(aCall(), { number: '1' }, { contactId: null })).toMatchObject({ ok: true, data: { ok: 1 } });
  expect(await run(aWrite(), { name: 'Анна' }, { contactId: null })).toMatchObject({ ok: true, is_trial: true });
  expect(received.map(({ method }) => method)).toEqual(['GET']);
});

test('what was sent is forgotten after a week', async () => {
  await run(aWrite(), { name: 'Анна' });
  await server.clock.advance({ hours: 24 * 8 });
  await server.runRepeated('assistants.purge-rest-writes');
  const { rows } = await server.owner.query('select 1 from assistant_rest_writes');
  expect(rows).toEqual([]);
});
