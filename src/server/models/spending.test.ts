import { tool } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { creditAi, reserveAi } from '#server/billing/balance-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { aModelHouse, CREDIT, twoProviders } from '#server/testing/houses/model-house.ts';
import { settleReservation } from './spending.ts';

const house = await aModelHouse();
const { ctx, server, complete, owner } = house;

/** One answer costs a thousand millionths. */
const ANSWER = { content: 'ok', usage: { prompt_tokens: 800, completion_tokens: 100 } };
const setBalance = async (balance: number) => {
  await withTenant(ctx, house.tenantId, (scope) => creditAi(scope, { amount: 1, key: 'opens', reason: 'correction' }));
  await withTenant(ctx, house.tenantId, (scope) =>
    creditAi(scope, { amount: balance - CREDIT - 1, key: 'sets', reason: 'correction' }),
  );
};

test('a call reserves before, is charged what it cost, and leaves no reserve', async () => {
  let reserved: number | undefined;
  const http: typeof ctx.http = async (call) => {
    reserved = (await house.money())?.reserved;
    return ctx.http(call);
  };
  server.answer('a', [ANSWER]);
  await complete({}, { ...ctx, http });
  expect(reserved).toBeGreaterThan(1_000);
  const left = CREDIT - 1_000;
  expect(await house.money()).toEqual({ balance: left, reserved: 0, entries: left, reservations: 0 });
});

test('at zero a call is refused before any model is called', async () => {
  await setBalance(0);
  expect(await complete()).toMatchObject({ isOk: false, trouble: 'balance' });
  expect(server.requests).toEqual([]);
});

test('a call that reserves nothing is answered at zero, recorded, and not charged', async () => {
  await setBalance(0);
  server.answer('a', [ANSWER]);
  expect(await complete({ reserve: false })).toMatchObject({ isOk: true, costMicroUsd: 1_000 });
  expect(await house.calls()).toMatchObject([{ cost: 1_000 }]);
  expect(await house.money()).toMatchObject({ balance: 0 });
});

test('models that cost nothing need no balance', async () => {
  await setBalance(0);
  Object.assign(house.config.ai, twoProviders(server.baseUrl, { inputPrice: 0, outputPrice: 0 }));
  expect(await complete()).toMatchObject({ isOk: true, costMicroUsd: 0 });
});

test('a hundred turns at once overdraw the balance by less than one reservation', async () => {
  await setBalance(20_000);
  server.answer('a', [ANSWER]);
  const results = await Promise.all(Array.from({ length: 100 }, (_, at) => complete({ key: `turn:${at}` })));
  const answers = results.filter(({ isOk }) => isOk).length;
  const refused = results.flatMap((one) => (one.isOk ? [] : [one.trouble]));
  expect(new Set(refused)).toEqual(new Set(['balance']));
  expect(answers).toBe(20);
  const money = await house.money();
  expect(money).toMatchObject({ reserved: 0, reservations: 0 });
  expect(money?.balance).toBe(money?.entries);
  expect(money?.balance).toBeLessThanOrEqual(0);
  expect(money?.balance).toBeGreaterThan(-1_000);
}, 60_000);

test('a long loop reserves more as it goes on, and without money has no tools', async () => {
  const growing = 'x'.repeat(6_000);
  server.answer('a', ({ tools }) =>
    tools
      ? {
          calls: [{ name: 'nothing', arguments: JSON.stringify({ growing }) }],
          usage: { prompt_tokens: 2_500, completion_tokens: 100 },
        }
      : { content: 'ok', usage: { prompt_tokens: 2_500, completion_tokens: 100 } },
  );
  const tools = { nothing: tool({ inputSchema: z.object({ growing: z.string() }), execute: () => ({ ok: true }) }) };
  await setBalance(12_000);
  const result = await complete({ tools });
  expect(result).toMatchObject({ isOk: true, text: 'ok' });
  expect(result.steps.length).toBeGreaterThan(2);
  expect(result.steps.length).toBeLessThan(8);
  expect(await house.money()).toMatchObject({ balance: 12_000 - result.costMicroUsd, reserved: 0 });
});

test('a turn whose worker died is charged for the calls it made, and its reserve is free again', async () => {
  const id = '019cac00-0000-7000-8000-000000000001';
  await withTenant(ctx, house.tenantId, (scope) => reserveAi(scope, { id, amount: 5_000, seconds: -1 }));
  await owner.query(
    `insert into model_calls (tenant_id, id, purpose, subject_key, provider, model, input_tokens, output_tokens, cached_tokens,
       is_estimated, cost_micro_usd, duration_ms, outcome, reservation_id, called_at)
     select $1, gen_random_uuid(), 'assistant', 'turn:1', 'one', 'a', 1, 1, 0, false, 700, 5, 'answered', $2, now() from generate_series(1, 3)`,
    [house.tenantId, id],
  );
  await Promise.all([settleReservation(ctx, house.tenantId, id), settleReservation(ctx, house.tenantId, id)]);
  expect(await house.money()).toEqual({
    balance: CREDIT - 2_100,
    reserved: 0,
    entries: CREDIT - 2_100,
    reservations: 0,
  });
});
