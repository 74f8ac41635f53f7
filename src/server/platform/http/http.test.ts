import '@fastify/helmet'; // the options that it adds to routes
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/deployment/config.ts';
import { closeHttp, createHttp } from './http.ts';
import { createLogger } from '#server/platform/deployment/logger.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { refuseVisitors } from '#server/platform/visitors/visitor-pages.ts';

const config = readConfig({ DATABASE_URL: 'postgres://nowhere', FRONTDESK_SECRET_KEY: '0'.repeat(48) });

test('a closing server answers calls under way, and cuts off those that do not end', async () => {
  const app = await createHttp(config, createLogger('silent'));
  const started = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const answered = Promise.withResolvers<{ answer: string }>();
  app.get('/slow', () => {
    started[0].resolve();
    return answered.promise;
  });
  app.get('/endless', () => {
    started[1].resolve();
    return new Promise(() => {});
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const [slow, endless] = [fetch(`${origin}/slow`), fetch(`${origin}/endless`)];
  await Promise.all(started.map(({ promise }) => promise));
  const cut = expect(endless).rejects.toThrow('fetch failed');
  const closed = closeHttp(app, 200);
  answered.resolve({ answer: 'in the end' });
  expect(await (await slow).json()).toEqual({ answer: 'in the end' });
  await closed;
  await cut;
});

test('a closing server does not wait for the next call of a client that reads its answer', async () => {
  const app = await createHttp(config, createLogger('silent'));
  const text = new PassThrough();
  app.get('/slow', () => text);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  text.write('in the ');
  const answer = await fetch(`${origin}/slow`);
  const closed = closeHttp(app, 3_600_000);
  text.end('end');
  expect(await answer.text()).toBe('in the end');
  await closed;
});

test('a visitor whose request is refused reads a page in their language, also where the route goes without security headers', async () => {
  const app = await createHttp(config, createLogger('silent'));
  app.get('/to', { helmet: false, errorHandler: refuseVisitors({ config }) }, async () => {
    throw new Problem('server.unavailable');
  });
  const answer = await app.inject({ url: '/to', headers: { 'accept-language': 'pt-BR' } });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.headers['content-security-policy']).toContain("style-src 'self' 'nonce-");
  expect(answer.body).toContain('A página não responde no momento');
  await app.close();
});
