import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ContactId, countContacts, listContacts, optOutContact, updateContact } from '#contract/contacts/calls.ts';
import { liftOptOuts, listOptOuts, restoreOptOuts } from '#contract/contacts/opt-outs.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { upsertFromCrm } from '#server/contacts/crm/crm-actions.ts';

const { call, owner, signUp, ctx } = await testServer({ now: '2026-03-02T09:00:00Z' });
const build = builders(owner);

let token = '';
let tenantId: TenantId;
const ids: Record<string, ContactId> = {};

const QUERY = { limit: 2 };

/** Names in the order of the list, read page by page. */
async function names(query: Record<string, string | number | boolean> = {}): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const parameters: Record<string, string | number | boolean> = { ...QUERY, ...query, ...(cursor && { cursor }) };
    const { body, status } = await call(listContacts, { token, query: parameters });
    expect([status, body]).toEqual([200, body]);
    found.push(...body.items.map(({ name }) => name));
    cursor = body.nextCursor;
  } while (cursor);
  return found;
}

beforeAll(async () => {
  const own = await signUp();
  ({ token, tenantId } = own);
  const neighbour = await signUp();
  await build.aContact({ tenantId: neighbour.tenantId, name: 'Чужая', refusesMailings: true });
  const add = async (name: string, columns: Parameters<typeof build.aContact>[0] = {}) => {
    const { id } = await build.aContact({ tenantId, name, ...columns });
    ids[name] = id;
  };
  await add('Яна', { lastVisitAt: '2026-02-20T09:00:00Z' });
  await add('Ёлкина', { lastVisitAt: '2025-11-01T09:00:00Z', refusesMailings: true });
  await add('алла', { lastVisitAt: '2025-06-01T09:00:00Z' });
  await add('Жанна', { phone: null });
  await add('Іванна', { lastVisitAt: '2026-02-25T09:00:00Z' });
  await add('', { lastVisitAt: '2026-01-05T09:00:00Z' });
  const { id: branchId } = await build.aBranch({ tenantId });
  const visit = { tenantId, branchId };
  await build.aVisit({ ...visit, contactId: ids['Яна'], startsAt: '2026-03-09T09:00:00Z' });
  const afar = await build.aBranch({ tenantId, timeZone: 'Asia/Yekaterinburg' });
  const next = { ...visit, branchId: afar.id, contactId: ids['Яна'], startsAt: '2026-03-05T09:00:00Z' };
  await build.aVisit({ ...next, status: 'confirmed' });
  await build.aVisit({ ...visit, contactId: ids['алла'], startsAt: '2026-03-05T09:00:00Z', status: 'cancelled' });
  const { id: channelId } = await build.aChannel({ tenantId });
  await build.anAddress({ tenantId, channelId, contactId: ids['Іванна'], state: 'unreachable' });
  await build.anAddress({ tenantId, channelId, contactId: ids['Яна'] });
});

test('contacts are listed by their newest visit, those without one last, and the other way round', async () => {
  expect(await names()).toEqual(['Іванна', 'Яна', '', 'Ёлкина', 'алла', 'Жанна']);
  expect(await names({ isReversed: true })).toEqual(['Жанна', 'алла', 'Ёлкина', '', 'Яна', 'Іванна']);
});

test('contacts are listed by name in one alphabet, whatever the case, those without a name last', async () => {
  expect(await names({ sort: 'name' })).toEqual(['алла', 'Ёлкина', 'Жанна', 'Іванна', 'Яна', '']);
  expect(await names({ sort: 'name', isReversed: true })).toEqual(['', 'Яна', 'Іванна', 'Жанна', 'Ёлкина', 'алла']);
});

test.each([
  ['ahead', {}, ['Яна']],
  ['lost', {}, ['Ёлкина', 'алла']],
  ['lost', { lostDays: 200 }, ['алла']],
  ['refuses_mailings', {}, ['Ёлкина']],
  ['no_channel', {}, ['Іванна', 'Жанна']],
] as const)('the filter %s %o shows whom it says', async (filter, more, expected) => {
  expect(await names({ filter, ...more })).toEqual(expected);
  expect((await names({ filter, ...more, sort: 'name' })).toSorted()).toEqual(expected.toSorted());
});

test('a search combines with a filter and an order', async () => {
  expect(await names({ search: 'анна' })).toEqual(['Іванна', 'Жанна']);
  expect(await names({ search: 'анна', sort: 'name' })).toEqual(['Жанна', 'Іванна']);
  expect(await names({ search: 'нна', filter: 'refuses_mailings' })).toEqual([]);
  expect(await names({ search: 'ёл', filter: 'refuses_mailings' })).toEqual(['Ёлкина']);
});

test('a row shows the next visit in the zone of its branch, and that the contact opted out', async () => {
  const { body } = await call(listContacts, { token, query: { search: 'яна' } });
  expect(body.items).toMatchObject([
    {
      nextVisitAt: '2026-03-05T09:00:00Z',
      nextVisitTimeZone: 'Asia/Yekaterinburg',
      lastVisitTimeZone: 'Europe/Moscow',
      isOptedOut: false,
      refusesMailings: false,
    },
  ]);
});

test('each filter shows its count', async () => {
  const { body } = await call(countContacts, { token });
  expect(body).toEqual({ all: 6, ahead: 1, lost: 2, opted_out: 0, refuses_mailings: 1, no_channel: 2 });
});

test('without a channel no contact can be reached', async () => {
  const other = await signUp();
  await build.aContact({ tenantId: other.tenantId });
  const { body } = await call(countContacts, { token: other.token });
  expect(body).toMatchObject({ all: 1, no_channel: 1 });
});

test('a member opts a contact out once, lifts it and restores it', async () => {
  const params = { contactId: ids['алла'] ?? '' };
  const first = await call(optOutContact, { token, params, body: { scope: 'all', note: 'просила' } });
  expect(first.body.isNew).toBe(true);
  const again = await call(optOutContact, { token, params, body: { scope: 'marketing' } });
  expect(again.body).toEqual({ optOutId: first.body.optOutId, isNew: false });
  expect(await names({ filter: 'opted_out' })).toEqual(['алла']);

  const { optOutId } = first.body;
  await call(liftOptOuts, { token, body: { optOutIds: [optOutId] } });
  expect(await names({ filter: 'opted_out' })).toEqual([]);
  await call(restoreOptOuts, { token, body: { optOutIds: [optOutId] } });
  const { body } = await call(listOptOuts, { token });
  expect(body.items).toMatchObject([{ id: optOutId, note: 'просила', source: 'member', scope: 'all' }]);
});

test('an opted-out number is shown on the contact who has it', async () => {
  const { phone } = await build.aContact({ tenantId, name: 'Номерная', phone: '+79165550101' });
  await build.anOptOut({ tenantId, phone: String(phone) });
  expect(await names({ filter: 'opted_out', search: 'номерная' })).toEqual(['Номерная']);
});

test('a member’s change stays, whatever the booking system sends later', async () => {
  const { id: branchId } = await build.aBranch({ tenantId });
  const client = {
    externalId: randomUUID(),
    name: 'Ольга К',
    phone: '+79165550202',
    email: null,
    isNew: false,
    visitsCount: 1,
  };
  const postContact = (name: string) =>
    withTenant(ctx, tenantId, (scope) =>
      upsertFromCrm(scope, { branchId, client: { ...client, name }, countryHint: 'RU' }),
    );
  const contactId = await postContact('Ольга К');
  await postContact('Ольга Ким');
  expect(await names({ search: '5550202' })).toEqual(['Ольга Ким']);

  const body = { name: 'Оля', language: 'en', timeZone: 'Asia/Almaty', birthDate: '1990-05-17' };
  const changed = await call(updateContact, { token, params: { contactId }, body });
  expect(changed.body).toMatchObject({ name: 'Оля', language: 'en', timeZone: 'Asia/Almaty' });
  await postContact('Ольга Ким');
  expect(await names({ search: '5550202' })).toEqual(['Оля']);
});

test('an invalid zone, an empty name, or an impossible birthday is refused', async () => {
  const params = { contactId: ids['Яна'] ?? '' };
  const zone = await call(updateContact, { token, params, body: { timeZone: 'Mars/Olympus' } });
  expect([zone.status, zone.body.details]).toEqual([400, { fields: { timeZone: ['time_zone'] } }]);
  const name = await call(updateContact, { token, params, body: { name: '  ' } });
  expect([name.status, name.body.details]).toEqual([400, { fields: { name: ['required'] } }]);
  for (const birthDate of ['1899-12-31', '2126-01-01']) {
    const { status, body } = await call(updateContact, { token, params, body: { birthDate } });
    expect([status, body.details]).toEqual([400, { fields: { birthDate: ['birth_date'] } }]);
  }
});
