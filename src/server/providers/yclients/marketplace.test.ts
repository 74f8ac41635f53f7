import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { TenantId } from '#contract/tenants/ids.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import { createMarketplace } from './marketplace.ts';
import { YCLIENTS } from './provider.ts';

/** Answer of the simulated vendor to every request. */
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const requests: { method: string; url: string; headers: Record<string, unknown>; body: unknown }[] = [];
const server = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') });
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const http = createHttpClient();
afterAll(async () => {
  await http.close();
  server.close();
});

const marketplace = createMarketplace(YCLIENTS, {
  http: http.send,
  rateLimiter: { take: async () => 0, pause: async () => {} },
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/marketplace`,
  partnerToken: 'partner',
  partnerId: '42',
});
const requester = { tenantId: TenantId.parse('019a0000-0000-7000-8000-000000000001'), isUrgent: true };
const application = { branchId: '4564', applicationId: '7001' };
const envelope = (data: unknown) => JSON.stringify({ success: true, data, meta: [] });
const refuses = (message: string) => JSON.stringify({ success: false, data: null, meta: { message } });

beforeEach(() => {
  requests.length = 0;
});

test.each([
  ['pending', 'pending'],
  ['active', 'active'],
  ['freeze', 'frozen'],
  ['uninstalled', 'none'],
  ['archived', 'unknown'],
])('«%s» at the vendor is %s to us', async (status, expected) => {
  answer = {
    status: 200,
    body: envelope({ connection_status: { status, created_at: '2026-03-02 11:00:00' }, logs: [] }),
  };
  expect(await marketplace.statusOf(requester, application)).toEqual({ isOk: true, value: expected });
  expect(requests[0]).toMatchObject({
    method: 'GET',
    url: '/marketplace/salon/4564/application/7001',
    headers: { authorization: 'Bearer partner', 'x-partner-id': '42', accept: 'application/vnd.yclients.v2+json' },
  });
});

test.each([
  [404, refuses('Not found')],
  [200, envelope({ connection_status: [] })],
])('an application that is not there is none (%i)', async (status, body) => {
  answer = { status, body };
  expect(await marketplace.statusOf(requester, application)).toEqual({ isOk: true, value: 'none' });
});

test('an activation contains the branch, the application and the webhook URL', async () => {
  answer = { status: 201, body: envelope([]) };
  const given = { webhookUrl: 'https://desk.example/hooks/yclients/secret', apiKey: 'key' };
  expect(await marketplace.activate(requester, application, given)).toEqual({ isOk: true, value: null });
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/marketplace/partner/callback',
    body: { salon_id: 4564, application_id: 7001, api_key: 'key', webhook_urls: [given.webhookUrl] },
  });
});

test.each([
  [400, 'User has already installed this application'],
  [422, 'Пользователь уже установил это приложение'],
])('what is activated already is activated (%i «%s»)', async (status, message) => {
  answer = { status, body: refuses(message) };
  const result = await marketplace.activate(requester, application, {
    webhookUrl: 'https://desk.example/h',
    apiKey: 'key',
  });
  expect(result).toEqual({ isOk: true, value: null });
});

test.each([
  [403, 'Время истекло', 'rights_missing', false],
  [401, 'Who?', 'wrong_partner_token', false],
  [503, 'Later', 'unreachable', true],
])('%i «%s» is a refusal for %s', async (status, message, trouble, isTemporary) => {
  answer = { status, body: refuses(message) };
  const result = await marketplace.activate(requester, application, {
    webhookUrl: 'https://desk.example/h',
    apiKey: 'key',
  });
  expect(result).toMatchObject({ isOk: false, trouble, text: message, isTemporary });
});

test('uninstalling an application that is not installed succeeds', async () => {
  answer = { status: 404, body: refuses('Not found') };
  expect(await marketplace.uninstall(requester, application)).toEqual({ isOk: true, value: null });
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/marketplace/salon/4564/application/7001/uninstall' });
});
