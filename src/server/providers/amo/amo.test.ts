import { beforeEach, expect, test } from 'vitest';
import { receiveAmoDisconnection } from '#contract/connections/consent.ts';
import { listConnections } from '#contract/connections/calls.ts';
import { amoAccount } from '#server/testing/houses/amo-account.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { readPayload } from './payloads.ts';

const { server, world, provider, comeBack, finish } = await amoAccount();
const place = { externalId: '500501', timeZone: 'Europe/Moscow', currency: 'RUB' };

beforeEach(async () => {
  await world.control('POST', '/seed', {});
  await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
  await server.owner.query('update connections set removed_at = now()');
  await server.owner.query('delete from external_id_claims');
});

/** A caller whose account has given its consent. */
async function aCaller({ tenantId }: SignedUp) {
  const requester = { tenantId, isUrgent: true };
  const given = await world.control<{ code: string; referer: string }>('POST', '/amo/codes', {});
  const signedIn = await provider().signIn(requester, { code: given.code, host: given.referer });
  if (!signedIn.isOk) throw new Error(signedIn.text ?? signedIn.trouble);
  return { ...requester, credentials: signedIn.value.credentials };
}

test('an owner who allows the access connects the account', async () => {
  const owner = await server.signUp();
  const connected = await finish(owner, await comeBack(owner));
  expect([connected.status, connected.body]).toMatchObject([
    200,
    {
      kind: 'amo',
      title: 'Студия Ромашка',
      branches: [{ externalId: '500501', currency: 'RUB', timeZone: 'Europe/Moscow' }],
    },
  ]);
});

test('an address is accepted once, and from the member who left alone', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const search = await comeBack(owner);
  expect((await finish(other, search)).body).toMatchObject({ code: 'consent.wrong_state' });
  expect((await finish(owner, search)).status).toBe(200);
  expect((await finish(owner, search)).body).toMatchObject({ code: 'consent.wrong_state' });
});

test('an owner who comes back to the address of another brand is led on to their own, once', async () => {
  const search = new URLSearchParams(await comeBack(await server.signUp()));
  const visit = () => fetch(`${server.origin}/accounts/amo/connect?${search}`, { redirect: 'manual' });
  const led = await visit();
  const to = new URL(led.headers.get('location') ?? '');
  expect([led.status, to.hostname, to.pathname]).toEqual([302, 'app.localhost', '/accounts/amo/connect']);
  expect(to.searchParams.get('code')).toBe(search.get('code'));
  search.set('ledOn', '1');
  expect((await visit()).status).not.toBe(302);
  search.delete('ledOn');
  const [id, signature] = (search.get('state') ?? '').split('.');
  search.set('state', [id, signature, Buffer.from('https://attacker.example').toString('base64url'), '-'].join('.'));
  expect((await visit()).status).not.toBe(302);
});

test('a refused access and a foreign host get nothing', async () => {
  const owner = await server.signUp();
  const search = new URLSearchParams(await comeBack(owner));
  expect((await finish(owner, '?error=access_denied')).body).toMatchObject({ code: 'consent.no_parameters' });
  search.set('referer', 'romashka.amocrm.ru.attacker.example');
  expect((await finish(owner, `?${search}`)).body).toMatchObject({ code: 'consent.wrong_address' });
});

test('an account that another cabinet has is refused', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  expect((await finish(first, await comeBack(first))).status).toBe(200);
  expect((await finish(second, await comeBack(second))).body).toMatchObject({ code: 'connection.branch_elsewhere' });
});

test('deals are listed with their stages, prices and contacts', async () => {
  const caller = await aCaller(await server.signUp());
  const deals = await provider().deals!.listDeals(caller, place, null, 1);
  expect(deals).toMatchObject({ isOk: true, value: { nextPage: null, unreadable: [] } });
  const [deal] = deals.isOk ? deals.value.deals : [];
  expect(deal).toMatchObject({ priceMinor: 150_000, fields: { Источник: 'Сайт' }, responsibleName: 'Елена Орлова' });
  expect(deal?.person).toMatchObject({ name: 'Анна Соколова', phone: '+79160000001' });
  const pipelines = await provider().deals!.listPipelines(caller, place);
  expect(pipelines.isOk && pipelines.value[0]?.stages.map(({ kind }) => kind)).toEqual([
    'open',
    'open',
    'open',
    'open',
    'won',
    'lost',
  ]);
  const people = await provider().deals!.findPeople(caller, place, '+79160000001');
  expect(people).toMatchObject({ isOk: true, value: [{ name: 'Анна Соколова' }] });
});

test('a deal is created, moved, noted and given a task', async () => {
  const caller = await aCaller(await server.signUp());
  const { createDeal, moveDeal, addNote, findNote, createTask, getDeal } = provider().deals!;
  const person = { externalId: null, name: 'Вера Новикова', phone: '+79160000099' };
  const made = await createDeal(caller, { key: 'key-1', title: 'Сайт', stage: null, priceMinor: 250_000, person });
  const { dealId } = (made as { answer: { dealId: string } }).answer;
  const deal = await getDeal(caller, place, dealId);
  expect(deal).toMatchObject({ isOk: true, value: { title: 'Сайт', priceMinor: 250_000, tags: ['key-1'] } });
  const { pipelineId } = (deal as { value: { stage: { pipelineId: string } } }).value.stage;
  expect(await moveDeal(caller, dealId, { pipelineId, stageId: '142' })).toEqual({ kind: 'done', answer: undefined });
  const note = { on: { kind: 'deal', externalId: dealId } as const, text: 'Клиент подтвердил' };
  const since = server.clock.now();
  expect(await findNote(caller, note, since)).toBe(false);
  expect(await addNote(caller, note)).toMatchObject({ kind: 'done' });
  expect(await findNote(caller, note, since)).toBe(true);
  expect(await createTask(caller, { dealId, text: 'Позвонить', dueAt: since })).toMatchObject({ kind: 'done' });
  expect(await moveDeal(caller, dealId, { pipelineId, stageId: '1' })).toMatchObject({ kind: 'refused' });
  await world.control('POST', '/fault', { channel: 'amo', match: 'notes', action: 'reset', effect: 'done' });
  expect(await addNote(caller, note)).toMatchObject({ kind: 'unknown' });
});

test('many calls with an expired token renew it once', { timeout: 60_000 }, async () => {
  const caller = await aCaller(await server.signUp());
  await world.control('POST', '/clock', { advanceMs: 25 * 3_600_000 });
  await server.clock.advance({ hours: 25 });
  const source = provider();
  const calls = Array.from({ length: 1_000 }, () => source.listBranches(caller));
  const results = await Promise.all(calls);
  expect(new Set(results.map((one) => (one.isOk ? 'ok' : one.trouble)))).toEqual(new Set(['ok']));
  const { accounts } = await world.control<{ accounts: { tokens: unknown[] }[] }>('GET', '/amo');
  expect(accounts[0]?.tokens).toHaveLength(2);
});

test('an account that has moved to another subdomain is followed, also when its former host leads nowhere', async () => {
  const caller = await aCaller(await server.signUp());
  const read = () => provider().listBranches(caller);
  await world.control('POST', '/amo/moves', { subdomain: 'romashka-2' });
  expect(await read()).toMatchObject({ isOk: true, value: [{ externalId: '500501' }] });
  await world.control('DELETE', '/log');
  expect(await read()).toMatchObject({ isOk: true });
  const { requests } = await world.control<{ requests: { path: string }[] }>('GET', '/log?channel=amo');
  expect(requests.map(({ path }) => path)).toEqual(['/amo/accounts/romashka-2.amocrm.ru/api/v4/account']);
  await world.control('POST', '/amo/moves', { account: 'romashka-2', subdomain: 'romashka-3', leadsOn: false });
  await world.control('POST', '/clock', { advanceMs: 25 * 3_600_000 });
  await server.clock.advance({ hours: 25 });
  expect(await read()).toMatchObject({ isOk: true, value: [{ externalId: '500501' }] });
});

test('an address outside amoCRM is not followed', async () => {
  const caller = await aCaller(await server.signUp());
  const headers = { location: 'https://attacker.example/api/v4/account' };
  await world.control('POST', '/fault', { channel: 'amo', action: 'http', status: 301, headers, body: null });
  expect(await provider().listBranches(caller)).toMatchObject({ isOk: false, trouble: 'unexpected_answer' });
});

test('a page that takes amoCRM too long is read in halves', async () => {
  const caller = await aCaller(await server.signUp());
  for (let at = 0; at < 215; at++) await world.control('POST', '/amo/leads', { name: `Сделка ${at}` });
  for (const limit of [240, 120])
    await world.control('POST', '/fault', {
      channel: 'amo',
      match: `limit=${limit}`,
      action: 'http',
      status: 504,
      times: 0,
    });
  const [first, second] = [
    await provider().deals!.listDeals(caller, place, null, 1),
    await provider().deals!.listDeals(caller, place, null, 2),
  ];
  const ids = [first, second].flatMap((page) =>
    page.isOk ? page.value.deals.map(({ externalId }) => externalId) : [],
  );
  expect([ids.length, new Set(ids).size]).toEqual([245, 245]);
  expect([first, second]).toMatchObject([{ value: { nextPage: 2 } }, { value: { nextPage: null } }]);
});

test('an account that is connected again has the tokens of the last time alone', async () => {
  const owner = await server.signUp();
  await finish(owner, await comeBack(owner));
  await finish(owner, await comeBack(owner));
  const { rows } = await server.owner.query('select id from connection_tokens where tenant_id = $1', [owner.tenantId]);
  expect(rows).toHaveLength(1);
  const { connections } = (await server.call(listConnections, { token: owner.token })).body;
  expect(connections).toMatchObject([{ state: 'working' }]);
});

test('a revoked token asks for a new connection', async () => {
  const caller = await aCaller(await server.signUp());
  await world.control('PATCH', '/amo', { killsTokens: true });
  expect(await provider().listBranches(caller)).toMatchObject({ isOk: false, trouble: 'token_expired' });
});

test('webhooks that amoCRM switched off are entered again, and a plan without them is a missing right', async () => {
  const caller = await aCaller(await server.signUp());
  const webhook = { url: 'https://frontdesk.example/hooks/amo/secret', token: '' };
  const subscribe = () => provider().subscribe(caller, place.externalId, webhook, { takes: false });
  expect(await subscribe()).toEqual({ isOk: true, value: { state: 'set', isRestored: true } });
  expect(await subscribe()).toEqual({ isOk: true, value: { state: 'set' } });
  await world.control('PATCH', '/amo', { disablesWebhooks: true });
  expect(await subscribe()).toEqual({ isOk: true, value: { state: 'set', isRestored: true } });
  await provider().unsubscribe(caller, place.externalId, webhook);
  await world.control('PATCH', '/amo', { hasWebhooks: false });
  expect(await subscribe()).toEqual({ isOk: true, value: { state: 'none', missingRight: 'webhooks_plan' } });
  await world.control('PATCH', '/amo', { isAdmin: false });
  expect(await subscribe()).toEqual({ isOk: true, value: { state: 'none', missingRight: 'account_admin' } });
});

test('an account that removed our integration has a broken connection', async () => {
  const owner = await server.signUp();
  await finish(owner, await comeBack(owner));
  const query = await world.control<Record<string, string>>('POST', '/amo/removals', {});
  const forged = { ...query, signature: '00' };
  expect((await server.call(receiveAmoDisconnection, { query: forged })).status).toBe(401);
  expect((await server.call(receiveAmoDisconnection, { query })).status).toBe(200);
  const { connections } = (await server.call(listConnections, { token: owner.token })).body;
  expect(connections).toMatchObject([{ state: 'broken', trouble: 'application_removed', troubleText: null }]);
});

test('a payload names its records, with an index or without', () => {
  const body =
    'leads[status][0][id]=1&leads[status][1][id]=2&leads[delete][id]=3&task[add][0][id]=4&account[id]=500501';
  expect(readPayload(Buffer.from(body)).map(({ kind, externalId }) => `${kind} ${externalId}`)).toEqual([
    'deal 1',
    'deal 2',
    'deal 3',
    'task 4',
  ]);
  expect(() => readPayload(Buffer.from('leads[add][0][id]=1'))).toThrow('account[id]');
});
