import { expect, test } from 'vitest';
import { currentUser, login } from '#contract/auth/calls.ts';
import { testServer } from '#server/testing/server/http.ts';

const { call, origin, owner, signUp } = await testServer({ env: { METRICS_TOKEN: 'a token of the tests' } });

const metrics = async () => {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer a token of the tests' } });
  return answer.text();
};

test('the figures need their token', async () => {
  expect((await fetch(`${origin}/metrics`)).status).toBe(401);
});

test('a refusal is counted under its code and route; an answer is not', async () => {
  const { email, token } = await signUp();
  await call(currentUser, { token });
  for (const password of ['wrong-1', 'wrong-2']) await call(login, { body: { email, password } });
  await call(currentUser, { token: 'nobody' });
  const lines = (await metrics()).split('\n').filter((line) => line.startsWith('http_refusals_total{'));
  expect(lines).toContain(`http_refusals_total{route="${login.path}",code="auth.wrong_credentials"} 2`);
  expect(lines).toContain(`http_refusals_total{route="${currentUser.path}",code="auth.required"} 1`);
});

test('payloads that were not understood are counted by their provider', async () => {
  const { tenantId } = await signUp();
  await owner.query(
    `insert into inbox (tenant_id, id, provider, source_id, dedupe_key, headers, body, received_at, state)
     select $1, gen_random_uuid(), provider, gen_random_uuid(), provider, '{}', '', now(), state
     from (values ('iiko', 'unreadable'), ('telegram_bot', 'done')) row (provider, state)`,
    [tenantId],
  );
  const text = await metrics();
  expect(text).toContain('inbox_payloads{provider="iiko",state="unreadable"} 1');
  expect(text).not.toContain('inbox_payloads{provider="telegram_bot"');
});
