import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { recordConsent, withdrawConsent } from '#contract/contacts/consents.ts';
import { changeTags } from '#contract/contacts/tags.ts';
import { CONTACT_COLUMNS, exportContacts, exportSubscribers, SUBSCRIBER_COLUMNS } from '#contract/insights/exports.ts';
import { getContactCard } from '#contract/insights/calls.ts';
import { changeSubscriberTags, listSubscribers } from '#contract/contacts/subscribers.ts';
import { liftOptOut, optOut } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { readXlsx } from '#server/platform/files/xlsx-reading.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SignedUp, testServer } from '#server/testing/server/http.ts';

const server = await testServer();
const { aChannel, aContact, anAddress } = builders(server.owner);

async function saved({ token }: SignedUp, path: string, query: Record<string, string>): Promise<Buffer> {
  const titles = JSON.stringify(path === exportContacts.path ? CONTACT_COLUMNS : SUBSCRIBER_COLUMNS);
  const answer = await fetch(`${server.origin}${path}?${new URLSearchParams({ titles, ...query })}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test('the list is saved as it is filtered, and no spreadsheet program computes a cell of it', async () => {
  const owner = await server.signUp();
  const { tenantId, token } = owner;
  const { id } = await aContact({ tenantId, name: '=HYPERLINK("x")', phone: '+79161112233' });
  await aContact({ tenantId, name: 'Boris', phone: '+79161112234' });
  await server.call(changeTags, { token, body: { contactIds: [id], add: ['VIP'] } });
  const csv = String(await saved(owner, exportContacts.path, { format: 'csv', tag: 'VIP' }));
  expect(csv.split('\r\n').slice(1)).toEqual([`"'=HYPERLINK(""x"")";79161112233;;;;VIP;;;;0;;`, '']);
  const workbook = await saved(owner, exportContacts.path, { format: 'xlsx' });
  const [titles, ...rows] = (await Array.fromAsync(readXlsx(workbook))).map(({ cells }) => cells);
  expect(titles).toEqual([...CONTACT_COLUMNS]);
  expect(rows.map((cells) => cells.slice(0, 2)).toSorted()).toEqual([
    ['=HYPERLINK("x")', '+79161112233'],
    ['Boris', '+79161112234'],
  ]);
});

test('a saved list has what is known of a contact, with the newest consent, in the signs of the language', async () => {
  const owner = await server.signUp();
  const { tenantId } = owner;
  const { id } = await aContact({ tenantId, name: 'Anna', phone: '+79161112233' });
  await server.owner.query(
    `update contacts set email = 'anna@mail.example', birth_date = '1990-12-31', note = E'-5%, +1\nmornings' where id = $1`,
    [id],
  );
  for (const [nth, source] of ['Form', 'Site, 2026'].entries()) {
    const importId = randomUUID();
    await server.owner.query(
      `insert into imports (tenant_id, id, file_id, title, source, status, title_rows, columns, total, consent_source,
         consented_on, created_at)
       values ($1, $2, $2, 'List', 'csv', 'done', 0, '[]', 1, $3, '2026-01-10', now() + $4 * interval '1 hour')`,
      [tenantId, importId, source, nth],
    );
    await server.owner.query(
      'insert into imported_contacts (tenant_id, import_id, contact_id, row_number, was_created) values ($1, $2, $3, 1, true)',
      [tenantId, importId, id],
    );
  }
  const csv = String(await saved(owner, exportContacts.path, { format: 'csv', delimiter: ',' }));
  expect(csv.split('\r\n')[1]).toBe(
    `Anna,79161112233,anna@mail.example,1990-12-31,,,"'-5%, +1\nmornings","Site, 2026",2026-01-10,0,,`,
  );
});

test('a recorded consent is on the card and in the list; a withdrawn one stops advertising', async () => {
  const owner = await server.signUp();
  const { tenantId, token } = owner;
  const { id: contactId } = await aContact({ tenantId, name: 'Anna', phone: '+79161112233' });
  const card = async () => (await server.call(getContactCard, { token, params: { contactId } })).body;
  const row = async () => String(await saved(owner, exportContacts.path, { format: 'csv' })).split('\r\n')[1];
  const on = { token, params: { contactId } };
  expect((await card()).consents).toEqual([]);
  const ahead = await server.call(recordConsent, { ...on, body: { source: 'Form', consentedOn: '2999-01-01' } });
  expect(ahead).toMatchObject({ status: 400, body: { details: { fields: { consentedOn: ['date_ahead'] } } } });
  expect(
    (await server.call(recordConsent, { ...on, body: { source: 'Form', consentedOn: '2026-01-10' } })).status,
  ).toBe(200);
  expect((await card()).consents).toMatchObject([
    { isGiven: true, source: 'Form', consentedOn: '2026-01-10', listTitle: null, recordedBy: expect.any(String) },
  ]);
  expect(await row()).toContain('Form;2026-01-10');

  await server.call(withdrawConsent, { ...on, body: { reason: 'Asked by phone' } });
  expect(await card()).toMatchObject({
    consents: [{ isGiven: false, source: 'Asked by phone' }, { isGiven: true }],
    optOuts: [{ scope: 'marketing', note: 'Asked by phone' }],
  });
  expect(await row()).not.toContain('Form');
  const stranger = await server.signUp();
  const foreign = await server.call(recordConsent, { ...on, token: stranger.token, body: { source: 'Form' } });
  expect(foreign).toMatchObject({ status: 404, body: { code: 'contact.not_found' } });
});

test('an opt-out of every channel withdraws the consent while it holds, and its withdrawal says how', async () => {
  const owner = await server.signUp();
  const { tenantId, token } = owner;
  const { id: channelId } = await aChannel({ tenantId });
  const { id: contactId } = await aContact({ tenantId, name: 'Anna', phone: '+79161112233' });
  const card = async () => (await server.call(getContactCard, { token, params: { contactId } })).body;
  const row = async () => String(await saved(owner, exportContacts.path, { format: 'csv' })).split('\r\n')[1];
  const inTenant = <T>(work: (scope: ActionScope) => Promise<T>) => withTenant(server.ctx, tenantId, work);
  await server.call(recordConsent, { token, params: { contactId }, body: { source: 'Form' } });

  await inTenant((scope) => optOut(scope, { contactId, channelId, scope: 'all', source: 'provider' }));
  expect((await card()).consents).toMatchObject([{ isGiven: true }]);
  await inTenant((scope) => liftOptOut(scope, { contactId, how: 'provider' }));

  await inTenant((scope) => optOut(scope, { phone: '+79161112233', scope: 'all', source: 'word' }));
  expect((await card()).consents).toMatchObject([
    { isGiven: false, optOut: 'word', recordedBy: null },
    { isGiven: true, optOut: null },
  ]);
  expect(await row()).not.toContain('Form');

  await inTenant((scope) => liftOptOut(scope, { contactId, how: 'word' }));
  expect((await card()).consents).toMatchObject([{ isGiven: true }]);
  expect(await row()).toContain('Form');
});

test('subscribers are those who wrote, by channel; those whom only we wrote to are none', async () => {
  const owner = await server.signUp();
  const { tenantId, token } = owner;
  const [one, other] = [await aChannel({ tenantId, title: 'One' }), await aChannel({ tenantId, title: 'Other' })];
  const anna = await aContact({ tenantId, name: 'Anna' });
  const boris = await aContact({ tenantId, name: 'Boris' });
  const subscribedAt = '2026-03-01T08:00:00Z';
  await anAddress({ tenantId, contactId: anna.id, channelId: one.id, subscribedAt });
  await anAddress({ tenantId, contactId: anna.id, channelId: other.id, subscribedAt: '2026-03-02T08:00:00Z' });
  await anAddress({ tenantId, contactId: boris.id, channelId: one.id });
  const list = async (query: Record<string, string> = {}) =>
    (await server.call(listSubscribers, { token, query })).body;
  const all = await list();
  expect(all.items.map(({ name, channelTitle }) => [name, channelTitle])).toEqual([
    ['Anna', 'Other'],
    ['Anna', 'One'],
  ]);
  expect([all.count, all.channels.map(({ title }) => title).toSorted()]).toEqual([2, ['One', 'Other']]);
  expect((await list({ channelId: one.id })).items).toMatchObject([{ subscribedAt, isReachable: true }]);
  expect((await list({ search: 'bor' })).items).toEqual([]);
  expect((await list({ search: 'ann' })).items).toHaveLength(2);
  const csv = String(await saved(owner, exportSubscribers.path, { format: 'csv' }));
  expect(csv.trim().split('\r\n')).toHaveLength(3);

  const tagged = async (filter: object) =>
    (await server.call(changeSubscriberTags, { token, body: { filter, add: ['VIP'] } })).body;
  expect(await tagged({ search: 'bor' })).toEqual({ done: 0, changed: 0, nextCursor: null });
  expect(await tagged({ search: 'ann' })).toEqual({ done: 2, changed: 1, nextCursor: null });
  expect((await list({ tag: 'VIP' })).count).toBe(2);
});
