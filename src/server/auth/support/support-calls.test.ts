import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AUDITED_CALL_NAMES, nameOfCall } from '#contract/audit/calls.ts';
import { SUPPORT_CALL_NAMES, supportAccessOf } from '#contract/audit/support-calls.ts';
import { login } from '#contract/auth/calls.ts';
import { allowSupportChanges, enterSupport } from '#contract/auth/support.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { claimsOf, testServer } from '#server/testing/server/http.ts';

const { call, owner, signUp, origin, served: calls } = await testServer();
const writes = () => calls.filter(({ method, access }) => method !== 'GET' && access !== 'public' && access !== 'api');
const salon = await signUp();
const operator = await signUp();
await owner.query(`update members set operator_role = 'super_admin' where tenant_id = $1`, [operator.tenantId]);
const { token: adminToken } = (await call(login, { body: operator })).body;
const { token } = (
  await call(enterSupport, {
    token: adminToken,
    params: { userId: String(claimsOf(salon.token)['sub']) },
    body: { reason: 'Looks at every call' },
  })
).body;

async function codeOf({ method, path }: Endpoint): Promise<string | undefined> {
  const url = origin + path.replaceAll(/:\w+/g, randomUUID());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, body: '{}' });
  const body = response.status === 403 ? ((await response.json()) as { code?: string }) : {}; // NOTE: a refusal
  return body.code;
}

const isRefused = (code: string | undefined) => code === 'support.forbidden' || code === 'support.read_only';

/** Calls that end or change the session itself are not made here. */
const OWN = /Account\/Support\//;

test('the lists name calls that exist', () => {
  const known = new Set(calls.map(nameOfCall));
  expect([...AUDITED_CALL_NAMES, ...SUPPORT_CALL_NAMES].filter((name) => !known.has(name))).toEqual([]);
});

test('a session that only looks is refused every writing call but those that read', async () => {
  expect(writes().length).toBeGreaterThan(200);
  for (const one of writes().filter(({ path }) => !OWN.test(path)))
    expect([nameOfCall(one), isRefused(await codeOf(one))]).toEqual([
      nameOfCall(one),
      supportAccessOf(one) !== 'always',
    ]);
}, 60_000);

test('a session that may change is refused every writing call but the listed', async () => {
  await call(allowSupportChanges, { token, body: { reason: 'Tries every call' } });
  for (const one of writes().filter(({ path }) => !OWN.test(path)))
    expect([nameOfCall(one), isRefused(await codeOf(one))]).toEqual([
      nameOfCall(one),
      supportAccessOf(one) === 'never',
    ]);
}, 60_000);

test.each([
  /Password/,
  /SecondFactor/,
  /Account\/Email/,
  /api-tokens/,
  /payments/,
  /top-ups/,
  /DELETE/,
  /start$/,
  /\/messages$/,
  /transfers/,
  /Invitations/,
  /Admin/,
])('no call named %s is allowed', (pattern) => {
  const named = writes().filter((one) => pattern.test(nameOfCall(one)));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => supportAccessOf(one) !== 'never').map(nameOfCall)).toEqual([]);
});
