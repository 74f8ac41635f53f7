import { expect, test } from 'vitest';
import { aModelHouse } from '#server/testing/houses/model-house.ts';
import type { ModelReply } from '#server/testing/world/model-server.ts';

const house = await aModelHouse();
const { server, complete, owner } = house;

const status = (code: number, headers: Record<string, string> = {}): ModelReply => ({
  fault: { kind: 'status', status: code, headers },
});
const called = () => server.requests.map(({ model }) => model).join('');
/** Lets the time of open breakers pass. */
const passTime = () => owner.query(`update model_breakers set opened_until = clock_timestamp() - interval '1 second'`);

test('a model that is limited is left alone for the time its provider states', async () => {
  server.answer('a', [status(429, { 'retry-after': '90' })]);
  await complete();
  await complete();
  expect(called()).toBe('abb');
  const [breaker] = await house.breakers();
  expect(breaker).toMatchObject({ model: 'a', failures: 1 });
  expect(breaker?.seconds).toBeGreaterThan(85);
});

test.each([401, 403, 404])('after %i a model is left alone for minutes', async (code) => {
  server.answer('a', [status(code)]);
  await complete();
  await complete();
  expect(called()).toBe('abb');
  expect((await house.breakers())[0]?.seconds).toBeGreaterThan(290);
});

test('a model that fails is left alone after the third time in a row', async () => {
  server.answer('a', [status(500)]);
  for (let time = 0; time < 5; time++) await complete();
  expect(called()).toBe('abababbb');
});

test('an answer between failures ends the row', async () => {
  server.answer('a', [status(500), status(500), { content: 'ok' }, status(500), status(500), { content: 'ok' }]);
  for (let time = 0; time < 6; time++) await complete();
  expect(called()).toBe('ababaababa');
  expect(await house.breakers()).toEqual([]);
});

test('a refused call does not count against a model', async () => {
  server.answer('a', [status(400)]);
  for (let time = 0; time < 4; time++) await complete();
  expect(called()).toBe('abababab');
  expect(await house.breakers()).toEqual([]);
});

test('after its time one of many calls tries the model, and its answer closes the breaker', async () => {
  server.answer('a', [status(429)]);
  await complete();
  await passTime();
  server.reset();
  server.answer('a', [{ content: 'back' }]);
  const together = await Promise.all(Array.from({ length: 8 }, () => complete()));
  expect(together.every(({ isOk }) => isOk)).toBe(true);
  const attempts = server.requests.filter(({ model }) => model === 'a').length;
  expect(attempts).toBeGreaterThanOrEqual(1);
  expect(attempts).toBeLessThan(8);
  expect(await house.breakers()).toEqual([]);
  expect(await complete()).toMatchObject({ model: 'one/a' });
});

test('a try that fails opens the breaker again', async () => {
  server.answer('a', [status(429)]);
  await complete();
  await passTime();
  await complete();
  await complete();
  expect(called()).toBe('ababb');
});

test('while all breakers are open no model is called', async () => {
  server.answer('a', [status(401)]);
  server.answer('b', [status(401)]);
  await complete();
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'unavailable' });
  expect(called()).toBe('ab');
});

test('a model that failed in a call is not tried again by its later steps', async () => {
  server.answer('a', [status(500)]);
  server.answer('b', [{ calls: [{ name: 'unknown', arguments: '{}' }] }, { content: 'ok' }]);
  expect(await complete({ tools: {} })).toMatchObject({ isOk: true });
  expect(called()).toBe('abb');
});
