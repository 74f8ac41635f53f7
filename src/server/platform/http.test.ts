import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { closeHttp, createHttp } from './http.ts';
import { createLogger } from './logger.ts';

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
