import { expect, test } from 'vitest';
import { Problem } from '#server/platform/values/problem.ts';
import { createWorkSlots } from './work-slots.ts';

const refusal = () => new Problem('file.too_many_at_once');
const slots = (change: Partial<Parameters<typeof createWorkSlots>[0]> = {}) =>
  createWorkSlots({ total: 3, perKey: 2, maxWaiting: 4, maxWaitMs: 10_000, refusal, ...change });

/** Work that runs until it is ended, and what of it has started. */
function aBench({ run }: ReturnType<typeof slots>) {
  const started: string[] = [];
  const begin = (key: string) => {
    const gate = Promise.withResolvers<void>();
    const done = run(key, async () => {
      started.push(key);
      await gate.promise;
    });
    return { end: gate.resolve, done };
  };
  return { started, begin };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one key takes its own slots alone, however much it asks for; all together take the total', async () => {
  const { started, begin } = aBench(slots());
  const flood = [begin('a'), begin('a'), begin('a'), begin('a')];
  const [b, c] = [begin('b'), begin('c')];
  await settle();
  expect(started).toEqual(['a', 'a', 'b']);
  b.end();
  await settle();
  expect(started).toEqual(['a', 'a', 'b', 'c']);
  for (const work of [...flood, c]) work.end();
  await Promise.all([...flood, b, c].map(({ done }) => done));
  expect(started).toHaveLength(6);
});

test('those beyond the queue are refused, and so are those who wait too long; the others go on', async () => {
  const { started, begin } = aBench(slots({ total: 1, maxWaiting: 1, maxWaitMs: 20 }));
  const first = begin('a');
  const second = begin('b');
  await expect(begin('c').done).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  await expect(second.done).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  const third = begin('d');
  first.end();
  await settle();
  expect(started).toEqual(['a', 'd']);
  third.end();
  await third.done;
});

test('work that fails gives its slot back', async () => {
  const { run } = slots({ total: 1 });
  const fail = async () => {
    throw new Error('no');
  };
  await expect(run('a', fail)).rejects.toThrow('no');
  expect(await run('a', async () => 'done')).toBe('done');
});

test('slots in reserve go to keys that have none, also when they waited', async () => {
  const { started, begin } = aBench(slots({ total: 3, reserved: 1, perKey: 3 }));
  const flood = [begin('a'), begin('a'), begin('a')];
  const [b, c] = [begin('b'), begin('c')];
  await settle();
  expect(started).toEqual(['a', 'a', 'b']);
  b.end();
  await settle();
  expect(started).toEqual(['a', 'a', 'b', 'c']);
  for (const work of [...flood, c]) work.end();
  await Promise.all([...flood, b, c].map(({ done }) => done));
});

test('one key waits with so many at most, and one that leaves the queue gives its turn to the next', async () => {
  const { run } = slots({ total: 1, maxWaitingPerKey: 1 });
  const gate = Promise.withResolvers<string>();
  const first = run('a', () => gate.promise);
  const left = new AbortController();
  const leaving = run('a', async () => 'never', { left: left.signal });
  await expect(run('a', async () => 'too many')).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  const other = run('b', async () => 'other');
  left.abort();
  await expect(leaving).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  gate.resolve('first');
  expect(await Promise.all([first, other])).toEqual(['first', 'other']);
  const late = run('a', async () => 'left before', { left: left.signal });
  await expect(late).rejects.toMatchObject({ code: 'file.too_many_at_once' });
});

test('where no slot is free, the oldest work yields its own to a key that has none, and to no other', async () => {
  const { run } = slots({ total: 2, yieldsAfterMs: 0 });
  const hold = (key: string) => {
    const { promise, reject } = Promise.withResolvers<string>();
    return run(key, () => promise, { yieldSlot: reject });
  };
  const [oldest, next] = [hold('a'), hold('a')];
  const own = run('a', async () => 'own');
  expect(await Promise.race([oldest, next, own, settle()])).toBeUndefined();
  const newcomer = run('b', async () => 'newcomer');
  await expect(oldest).rejects.toMatchObject({ code: 'file.too_many_at_once' });
  expect(await newcomer).toBe('newcomer');
  expect(await own).toBe('own');
  const other = [run('c', async () => 'first'), run('c', async () => 'second')];
  expect(await Promise.all(other)).toEqual(['first', 'second']);
  void next.catch(() => undefined);
});
