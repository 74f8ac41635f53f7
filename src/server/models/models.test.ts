import { expect, test } from 'vitest';
import { getAiBalance, listAiModels, orderAiTopUp } from '#contract/models/calls.ts';
import { twoProviders } from '#server/testing/houses/model-house.ts';
import { testServer } from '#server/testing/server/http.ts';
import { modelServer } from '#server/testing/world/model-server.ts';
import { generate } from './generating-actions.ts';

const models = await modelServer();
const { providers, brands } = twoProviders(models.baseUrl);
const env = { AI_PROVIDERS: JSON.stringify({ providers, brands }), AI_TRIAL_CREDIT: '0.5' };
const { call, ctx, owner, runRepeated, signUp } = await testServer({ env, now: '2026-03-02T22:30:00Z' });
const { token, tenantId } = await signUp();

const balance = async () => (await call(getAiBalance, { token })).body;
const answerOnce = () =>
  generate(ctx, {
    tenantId,
    model: 'fast',
    purpose: 'assistant',
    key: 'turn:1',
    instructions: 'x',
    messages: [{ role: 'user', content: 'Привет' }],
    signal: new AbortController().signal,
    reserve: true,
  });

test('members see what the brand offers, with the price of a hundred dialogues', async () => {
  const { body } = await call(listAiModels, { token });
  expect(body).toEqual({ models: [{ choice: 'fast', pricePer100Dialogues: 2_940_000 }], isSimulated: false });
});

test('members see the balance and its usage by the days of their zone', async () => {
  expect(await balance()).toMatchObject({ balance: 500_000, reserved: 0, fullBalance: 500_000, days: [] });
  models.answer('a', [{ content: 'ok', usage: { prompt_tokens: 800, completion_tokens: 100 } }]);
  await answerOnce();
  await owner.query(`update tenants set time_zone = 'Europe/Moscow' where id = $1`, [tenantId]);
  expect(await balance()).toMatchObject({
    balance: 499_000,
    days: [{ day: '2026-03-03', calls: 1, cost: 1_000 }],
    models: [{ choice: 'fast' }],
    leastTopUpUsd: 20,
  });
});

test('a top-up below 20 dollars is refused; from there on it is paid through the operator', async () => {
  const order = (amountUsd: number) => call(orderAiTopUp, { token, body: { amountUsd } });
  expect(await order(19.99)).toMatchObject({
    status: 400,
    body: { code: 'ai_top_up.too_small', details: { leastUsd: 20 } },
  });
  expect((await order(20)).body).toEqual({
    payment: 'operator',
    amountUsd: 20,
    supportEmail: 'support@frontdesk.example',
  });
});

test('reservations of processes that died are settled every minute', async () => {
  const { balance: before } = await balance();
  await owner.query('update balance_accounts set reserved = 900 where tenant_id = $1', [tenantId]);
  await owner.query(
    `insert into balance_reservations values ($1, 'ai', gen_random_uuid(), 900, now() - interval '1 second')`,
    [tenantId],
  );
  await runRepeated('models.settle-reservations');
  expect(await balance()).toMatchObject({ balance: before, reserved: 0 });
});
