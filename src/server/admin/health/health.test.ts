import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getOperatorHealth } from '#contract/admin/health.ts';
import { login } from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { call, clock, owner, signUp } = server;
const { email, password, tenantId } = await signUp();
await owner.query(`update members set operator_role = 'admin' where tenant_id = $1`, [tenantId]);
const { token } = (await call(login, { body: { email, password } })).body;

test('the figures of models, the database, requests and queues are those of the last hour', async () => {
  const now = clock.now();
  for (const [outcome, minutes] of [
    ['answered', 5],
    ['timeout', 6],
    ['answered', 90],
  ] as const)
    await owner.query(
      `insert into model_calls (tenant_id, id, purpose, subject_key, provider, model, input_tokens, output_tokens, cached_tokens,
         is_estimated, cost_micro_usd, duration_ms, outcome, called_at)
       values ($1, $2, 'turn', 'x', 'openai', 'small', 1, 1, 0, false, 2000, 1, $3, $4)`,
      [tenantId, randomUUID(), outcome, now.subtract({ minutes })],
    );
  await owner.query(
    `insert into model_breakers (provider, model, failures, failed_at, opened_until) values ('openai', 'small', 5, now(), now() + interval '1 minute')`,
  );
  await owner.query(
    `insert into request_minutes values (date_trunc('minute', now()), 'one', 100, 2, 3), (date_trunc('minute', now()), 'two', 50, 0, 1),
       (now() - interval '90 minutes', 'two', 50, 50, 50)`,
  );
  await owner.query(`select graphile_worker.add_job('delivery.sweep', run_at => now() - interval '10 minutes')`);
  const { body } = await call(getOperatorHealth, { token });
  expect(body.models).toEqual([
    { provider: 'openai', model: 'small', callsLastHour: 2, failedLastHour: 1, costLastHourMicroUsd: 4000 },
  ]);
  expect(body.breakers).toMatchObject([{ model: 'small', failures: 5, openUntil: expect.any(String) }]);
  expect(body.requests).toEqual({ answeredLastHour: 150, failedLastHour: 2, signInsRefusedLastHour: 4 });
  expect(body.queues).toContainEqual(expect.objectContaining({ job: 'delivery.sweep', waiting: 1, failing: 0 }));
  expect(body.queues.find(({ job }) => job === 'delivery.sweep')?.oldestSeconds).toBeGreaterThan(590);
  expect(body.database.connections).toBeGreaterThan(0);
  expect(body.database.mostConnections).toBeGreaterThan(body.database.connections);
});

test('the age of the oldest transaction is that of a transaction of any role', async () => {
  const client = await owner.connect();
  try {
    await client.query('begin; select 1');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { body } = await call(getOperatorHealth, { token });
    expect(body.database.oldestTransactionSeconds).toBeGreaterThan(0.25);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
