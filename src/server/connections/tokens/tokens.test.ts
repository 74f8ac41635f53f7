import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testServer } from '#server/testing/server/http.ts';
import type { GivenTokens, Renew } from '#server/connections/token-port.ts';
import { createTokenStore } from './tokens.ts';

const server = await testServer();
const { clock } = server;
const store = createTokenStore(server.ctx);
const DAY_S = 86_400;

const given = (name: string): GivenTokens => ({
  access: `access-${name}`,
  refresh: `refresh-${name}`,
  expiresInSeconds: DAY_S,
});

/** A system that accepts each refresh token once, and kills the account when one comes twice. */
function aSystem({ losesAnswers = 0 } = {}) {
  let current = 'refresh-0';
  let count = 0;
  let lost = 0;
  const used = new Set<string>();
  const renew: Renew = async (refresh) => {
    await sleep(5);
    if (used.has(refresh) && lost < losesAnswers + 1 && losesAnswers > 0)
      return { kind: 'given', tokens: given('again') };
    if (refresh !== current || used.has(refresh)) return { kind: 'refused', text: 'Token has been revoked' };
    used.add(refresh);
    count += 1;
    current = `refresh-${count}`;
    if (lost < losesAnswers) {
      lost += 1;
      return { kind: 'lost', text: 'timeout' };
    }
    return { kind: 'given', tokens: given(String(count)) };
  };
  return { renew, count: () => count };
}

async function aToken() {
  const { tenantId } = await server.signUp();
  const id = randomUUID();
  await store.put(tenantId, id, given('0'));
  return { tenantId, id, isUrgent: false };
}

test('a valid token is given without a call', async () => {
  const system = aSystem();
  expect(await store.get(await aToken(), system.renew)).toEqual({
    isOk: true,
    value: { access: 'access-0', host: null },
  });
  expect(system.count()).toBe(0);
});

test('a thousand calls that need a new token at once renew it once', { timeout: 60_000 }, async () => {
  const system = aSystem();
  const token = await aToken();
  await clock.advance({ hours: 25 });
  const results = await Promise.all(Array.from({ length: 1_000 }, () => store.get(token, system.renew)));
  expect(new Set(results.map((one) => (one.isOk ? one.value.access : one.trouble)))).toEqual(new Set(['access-1']));
  expect(system.count()).toBe(1);
});

test('a token that a call was refused with is renewed, and the refused one is not given again', async () => {
  const system = aSystem();
  const token = await aToken();
  expect(await store.get(token, system.renew, 'access-0')).toEqual({
    isOk: true,
    value: { access: 'access-1', host: null },
  });
  expect(await store.get(token, system.renew, 'access-0')).toEqual({
    isOk: true,
    value: { access: 'access-1', host: null },
  });
  expect(system.count()).toBe(1);
});

test('while its renewal is not answered, a valid token stays in use, and the same refresh token is tried once more', async () => {
  const system = aSystem({ losesAnswers: 1 });
  const token = await aToken();
  await clock.advance({ hours: 20 });
  expect(await store.get(token, system.renew)).toEqual({ isOk: true, value: { access: 'access-0', host: null } });
  expect(await store.get(token, system.renew)).toEqual({ isOk: true, value: { access: 'access-again', host: null } });
});

test('a refused renewal is said, and asked for no second time', async () => {
  const token = await aToken();
  await clock.advance({ hours: 25 });
  let renewals = 0;
  const renew: Renew = async () => {
    renewals += 1;
    return { kind: 'refused', text: 'Token has been revoked' };
  };
  expect(await store.get(token, renew)).toMatchObject({ isOk: false, trouble: 'token_expired', isTemporary: false });
  expect(await store.get(token, renew)).toMatchObject({ isOk: false, trouble: 'token_expired' });
  expect(renewals).toBe(1);
});

test('tokens of another cabinet do not exist', async () => {
  const { id } = await aToken();
  const { tenantId } = await server.signUp();
  const system = aSystem();
  expect(await store.get({ tenantId, id, isUrgent: true }, system.renew)).toMatchObject({ trouble: 'token_expired' });
});

test('a renewal whose answers were lost twice ends the token in words of its own, and that is known before its end', async () => {
  const system = aSystem({ losesAnswers: 2 });
  const token = await aToken();
  const renew: Renew = async (refresh, held) => {
    const renewed = await system.renew(refresh, held);
    return renewed.kind === 'given' ? { kind: 'lost', text: 'timeout' } : renewed;
  };
  await clock.advance({ hours: 20 });
  expect(await store.get(token, renew)).toMatchObject({ isOk: true });
  expect(await store.endingOf(token.tenantId, token.id)).toBeNull();
  expect(await store.get(token, renew)).toMatchObject({ isOk: true });
  expect(await store.endingOf(token.tenantId, token.id)).toBe('lost');
  await clock.advance({ hours: 5 });
  expect(await store.get(token, renew)).toMatchObject({ isOk: false, trouble: 'renewal_lost', isTemporary: false });
});

test('an account that moved is called at its new host, also with renewed tokens', async () => {
  const system = aSystem();
  const token = await aToken();
  await store.move(token.tenantId, token.id, 'new.amocrm.ru');
  expect(await store.get(token, system.renew)).toEqual({
    isOk: true,
    value: { access: 'access-0', host: 'new.amocrm.ru' },
  });
  await clock.advance({ hours: 25 });
  expect(await store.get(token, system.renew)).toEqual({
    isOk: true,
    value: { access: 'access-1', host: 'new.amocrm.ru' },
  });
});
