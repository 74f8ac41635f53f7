import { readFileSync } from 'node:fs';
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

/** Words of PromQL that are no metrics. */
const PROMQL = ['histogram_quantile'];

/** Names of metrics in an expression: labels and their values stand in braces and after `by` and `on`. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\b(?:by|on) \([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );
  return names.filter((name) => !PROMQL.includes(name));
}

test('every metric of the alert rules and of the dashboard is served', async () => {
  const served = new Set([...(await metrics()).matchAll(/^# TYPE (?<name>\w+)/gm)].map((match) => match[1]));
  const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8');
  const alerts = [...rules.matchAll(/expr: (?<expression>[\s\S]*?)\n\s+for:/g)].map(({ groups }) =>
    String(groups?.['expression']),
  );
  expect(alerts).toHaveLength([...rules.matchAll(/- alert:/g)].length);
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    readFileSync('deploy/grafana/frontdesk.json', 'utf8'),
  );
  const expressions = [...alerts, ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  for (const expression of expressions) expect(metricsIn(expression), expression).not.toEqual([]);
  expect([...new Set(expressions.flatMap(metricsIn))].filter((name) => !served.has(name))).toEqual([]);
});

test('figures of the whole deployment are served with their labels', async () => {
  await owner.query(
    `insert into request_minutes values (date_trunc('minute', now()), 'one', 100, 2, 3) on conflict do nothing`,
  );
  const text = await metrics();
  expect(text).toMatch(/^requests_last_hour\{outcome="failed"\} 2$/m);
  expect(text).toMatch(/^database_connections \d+$/m);
  expect(text).toMatch(/^sending_pauses 0$/m);
});
