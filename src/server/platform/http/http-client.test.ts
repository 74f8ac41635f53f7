import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { TEST_CERTIFICATE, TEST_ROOT } from '#server/testing/server/test-certificates.ts';
import { createHttpClient } from './http-client.ts';

type Received = { type: string; authorization: string | undefined; body: string };

const received: Received[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { 'content-type': type = '', authorization } = request.headers;
    received.push({ type, authorization, body: Buffer.concat(chunks).toString() });
    response.end('{"ok":true}');
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const http = createHttpClient();
afterAll(() => http.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // NOTE: it listens on a port, so the address is not the name of a pipe

test('a body travels as JSON, as a form or as multipart', async () => {
  const multipart = new FormData();
  multipart.set('file', new Blob(['прайс']), 'a.txt');
  await http.send({ method: 'POST', url, json: { text: 'Ждём вас' } });
  await http.send({
    method: 'POST',
    url,
    form: { Body: 'Ждём & вас', MediaUrl: ['https://a.test', 'https://b.test'] },
  });
  await http.send({ method: 'POST', url, multipart });
  const [json, form, file] = received.splice(0);
  expect(json).toMatchObject({ type: 'application/json', body: '{"text":"Ждём вас"}' });
  expect(form?.type).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(form?.body)]).toEqual([
    ['Body', 'Ждём & вас'],
    ['MediaUrl', 'https://a.test'],
    ['MediaUrl', 'https://b.test'],
  ]);
  expect(file?.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(file?.body).toContain('filename="a.txt"');
});

test('a user and a password travel as basic authentication', async () => {
  const answer = await http.send({ method: 'GET', url, basicAuth: { user: 'AC1', password: 'тайна' } });
  expect(answer).toMatchObject({ kind: 'answered', status: 200, json: { ok: true } });
  const [{ authorization = '' } = {}] = received.splice(0);
  expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe('AC1:тайна');
});

test('a root certificate is trusted at its host alone', async () => {
  const secure = createSecureServer(TEST_CERTIFICATE, (_request, response) => response.end('{"ok":true}'));
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  const { port } = secure.address() as AddressInfo; // NOTE: it listens on a port, so the address is not the name of a pipe
  const trusting = createHttpClient({ certificates: { localhost: TEST_ROOT } });
  const rows = [
    { client: http, host: 'localhost' },
    { client: trusting, host: 'localhost' },
    { client: trusting, host: '127.0.0.1' },
  ];
  const answers = await Promise.all(
    rows.map(({ client, host }) => client.send({ method: 'GET', url: `https://${host}:${port}/` })),
  );
  expect(answers.map((answer) => (answer.kind === 'answered' ? answer.status : answer.reason))).toEqual([
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    200,
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]);
  await trusting.close();
  await new Promise((resolve) => secure.close(resolve));
});
