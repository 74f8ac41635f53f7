import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { call, callPublic } from './api.ts';
import { CallRefused, CallUnreached } from './call-errors.ts';

const product = await startProduct();

test('a flow that is asked for twice at once is made once', async () => {
  await draw(null, { texts: [], as: await product.signUp() });
  const body = { kind: 'visit_reminder', delayMinutes: -120 } as const;
  const [one, two] = await Promise.all([call('POST /api/v1/flows', { body }), call('POST /api/v1/flows', { body })]);
  expect(two.id).toBe(one.id);
  expect((await call('GET /api/v1/flows')).flows).toHaveLength(1);
});

test('a flow that is asked for again after it was made is another', async () => {
  await draw(null, { texts: [], as: await product.signUp() });
  const body = { kind: 'visit_reminder', delayMinutes: -120 } as const;
  const one = await call('POST /api/v1/flows', { body });
  expect((await call('POST /api/v1/flows', { body })).id).not.toBe(one.id);
});

test('a refusal is returned to all concurrent callers, and the next call is sent', async () => {
  const body = { email: 'nobody@salon.example', password: 'wrong-password' };
  const attempts = await Promise.allSettled([1, 2].map(() => callPublic('POST /api/v1/account/login', { body })));
  expect(attempts.map((one) => one.status === 'rejected' && one.reason instanceof CallRefused)).toEqual([true, true]);
  const before = product.calls.length;
  await expect(callPublic('POST /api/v1/account/login', { body })).rejects.toBeInstanceOf(CallRefused);
  expect(product.calls.length).toBe(before + 1);
});

test('a flow whose answer was lost is not made again by the next attempt', async () => {
  await draw(null, { texts: [], as: await product.signUp() });
  const body = { kind: 'visit_reminder', delayMinutes: -120 } as const;
  product.loseNextAnswer('/flows');
  await expect(call('POST /api/v1/flows', { body })).rejects.toBeInstanceOf(CallUnreached);
  const { id } = await call('POST /api/v1/flows', { body });
  expect((await call('GET /api/v1/flows')).flows.map((flow) => flow.id)).toEqual([id]);
});
