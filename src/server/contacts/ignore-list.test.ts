import { expect, test } from 'vitest';
import * as contract from '#contract/contacts.ts';
import { withTenant } from '#server/platform/db.ts';
import { builders } from '#server/testing/builders.ts';
import { type Answered, testServer } from '#server/testing/http.ts';
import { liftOptOut, optOut, reachOf } from './actions.ts';
import { ignoreLinkToken, ignoreLinkUrl } from './link-actions.ts';

const { call, signUp, ctx, owner } = await testServer();
const { aTenant, aContact, aChannel, anOptOut } = builders(owner);

const eventsOf = async (contactId: string) => {
  const { rows } = await owner.query<{ kind: string }>(
    'select kind from events where contact_id = $1 order by recorded_at, id',
    [contactId],
  );
  return rows.map(({ kind }) => kind);
};

test('pasted phones are added to the list; those on it already are counted', async () => {
  const { token, tenantId } = await signUp();
  const known = await aContact({ tenantId, phone: '+79161112233' });
  await anOptOut({ tenantId, phone: '+79161112244' });
  const body = { phones: ['8 916 111-22-33', '+79161112233, 79161112244', '+79161112255'], note: 'from the old list' };
  const added = await call(contract.addOptOuts, { token, body });
  expect(added).toMatchObject({ status: 200, body: { added: 2, alreadyThere: 1 } });
  expect(await eventsOf(known.id)).toEqual(['contacts.opted_out']);

  const listed = await call(contract.listOptOuts, { token });
  expect(listed.body.count).toBe(3);
  expect(listed.body.items.find((entry) => entry.contactId === known.id)).toMatchObject({
    name: 'Anna',
    phone: '+79161112233',
    channelId: null,
    channelTitle: null,
    scope: 'all',
    source: 'member',
    note: 'from the old list',
  });
});

test('a list with an unreadable number is refused whole, and the number named', async () => {
  const { token } = await signUp();
  const answer = await call(contract.addOptOuts, { token, body: { phones: ['+79161112233', 'Анна', '12'] } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { fields: { phones: ['Анна', '12'] } } },
  });
  expect((await call(contract.listOptOuts, { token })).body.count).toBe(0);
});

test('a list without a number is refused on its field', async () => {
  const { token } = await signUp();
  for (const phones of [[], ['  '], [',']]) {
    const answer = await call(contract.addOptOuts, { token, body: { phones } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: { phones: ['required'] } } } });
  }
});

test('a removed entry can be restored, and both are emitted', async () => {
  const { token, tenantId } = await signUp();
  const contact = await aContact({ tenantId });
  const { id: optOutId } = await anOptOut({ tenantId, contactId: contact.id, phone: contact.phone });
  const entry = { token, params: { optOutId } };
  expect((await call(contract.liftOptOut, entry)).status).toBe(200);
  expect((await call(contract.liftOptOut, entry)).status).toBe(200);
  expect((await call(contract.listOptOuts, { token })).body.items).toEqual([]);
  expect((await call(contract.restoreOptOut, entry)).status).toBe(200);
  expect((await call(contract.listOptOuts, { token })).body.items).toMatchObject([{ id: optOutId }]);
  expect(await eventsOf(contact.id)).toEqual(['contacts.opted_in', 'contacts.opted_out']);
});

test('the list is paged newest first, and searched by name, phone and source', async () => {
  const { token, tenantId } = await signUp();
  const contact = await aContact({ tenantId, name: 'Мария 100%', phone: '+79165550001' });
  const channel = await aChannel({ tenantId, title: 'Main number' });
  await anOptOut({ tenantId, phone: '+79165550002', createdAt: '2026-03-01T10:00:00Z', source: 'link' });
  await anOptOut({
    tenantId,
    contactId: contact.id,
    channelId: channel.id,
    phone: contact.phone,
    createdAt: '2026-03-01T11:00:00Z',
    source: 'word',
  });
  await anOptOut({ tenantId, phone: '+79165550003', createdAt: '2026-03-01T12:00:00.123456Z' });
  await anOptOut({ tenantId, phone: '+79165550004', createdAt: '2026-03-01T12:00:00.123456Z' });

  const phones: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const page: Answered<typeof contract.listOptOuts> = await call(contract.listOptOuts, {
      token,
      query: { limit: 1, ...(cursor && { cursor }) },
    });
    phones.push(...page.body.items.map(({ phone }) => phone));
    cursor = page.body.nextCursor;
  } while (cursor);
  expect(phones.slice(0, 2).toSorted()).toEqual(['+79165550003', '+79165550004']);
  expect(phones.slice(2)).toEqual(['+79165550001', '+79165550002']);

  const found = async (query: Record<string, string>) => {
    const { body } = await call(contract.listOptOuts, { token, query });
    return [body.count, ...body.items.map(({ phone }) => phone)];
  };
  expect(await found({ search: 'мария' })).toEqual([1, '+79165550001']);
  expect(await found({ search: '100%' })).toEqual([1, '+79165550001']);
  expect(await found({ search: '100_' })).toEqual([0]);
  expect(await found({ search: '5550002' })).toEqual([1, '+79165550002']);
  expect(await found({ search: '8 916 555-00-02' })).toEqual([1, '+79165550002']);
  expect(await found({ source: 'word' })).toEqual([1, '+79165550001']);
  const { body } = await call(contract.listOptOuts, { token, query: { source: 'word' } });
  expect(body.items[0]).toMatchObject({ channelId: channel.id, channelTitle: 'Main number', name: 'Мария 100%' });
});

test('a forged cursor is refused on its field', async () => {
  const { token } = await signUp();
  for (const cursor of ['nonsense', Buffer.from('["x",1]').toString('base64url')]) {
    const answer = await call(contract.listOptOuts, { token, query: { cursor } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: { cursor: ['cursor'] } } } });
  }
});

test("another cabinet's entry does not exist", async () => {
  const { token } = await signUp();
  const foreign = await anOptOut();
  for (const lift of [contract.liftOptOut, contract.restoreOptOut]) {
    const answer = await call(lift, { token, params: { optOutId: foreign.id } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'opt_out.not_found' } });
  }
});

test('customers are listed by their newest visit, those without one last', async () => {
  const { token, tenantId } = await signUp();
  await aContact({ tenantId, name: 'Never' });
  await aContact({ tenantId, name: 'Old', lastVisitAt: '2026-01-01T08:00:00Z' });
  await aContact({ tenantId, name: 'New', lastVisitAt: '2026-03-01T08:00:00Z', phone: '+79165551234', visitsCount: 4 });
  await aContact({ name: 'Foreign' });
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Answered<typeof contract.listContacts> = await call(contract.listContacts, {
      token,
      query: { limit: 2, ...(cursor && { cursor }) },
    });
    names.push(...page.body.items.map(({ name }) => name));
    cursor = page.body.nextCursor;
  } while (cursor);
  expect(names).toEqual(['New', 'Old', 'Never']);
  const found = await call(contract.listContacts, { token, query: { search: '1234' } });
  expect(found.body.items).toMatchObject([{ name: 'New', visitsCount: 4, lastVisitAt: '2026-03-01T08:00:00Z' }]);
});

test('the link in a message reveals its contact only masked', async () => {
  const tenantId = await aTenant({ name: 'Bliss' });
  const contact = await aContact({ tenantId, phone: '+79161231122', language: 'uk' });
  const url = ignoreLinkUrl(ctx, tenantId, contact.id, 'https://app.frontdesk.example');
  expect(url).toMatch(/^https:\/\/app\.frontdesk\.example\/il\/[\w-]{59}$/);
  const params = { encUserGuid: url.slice(url.lastIndexOf('/') + 1) };
  expect(await call(contract.readIgnoreLink, { params })).toMatchObject({
    status: 200,
    body: { businessName: 'Bliss', maskedPhone: '+7 ••• •••-11-22', isOptedOut: false, language: 'uk' },
  });
});

test('the link stops all messages and allows them again; the same answer however often it is asked', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId });
  const params = { encUserGuid: ignoreLinkToken(ctx, tenantId, contact.id) };
  const ask = async (isOptedOut: boolean) => (await call(contract.optOutByLink, { params, body: { isOptedOut } })).body;
  const optOutsNow = async () =>
    (await withTenant(ctx.db, tenantId, (scope) => reachOf(scope, [contact.id]))).get(contact.id)?.optOuts;

  expect([await ask(true), await ask(true)]).toMatchObject([{ isOptedOut: true }, { isOptedOut: true }]);
  expect(await optOutsNow()).toEqual([{ channelId: null, scope: 'all' }]);
  expect([await ask(false), await ask(false)]).toMatchObject([{ isOptedOut: false }, { isOptedOut: false }]);
  expect(await optOutsNow()).toEqual([]);
  expect(await eventsOf(contact.id)).toEqual(['contacts.opted_out', 'contacts.opted_in']);
});

test('a changed link, of another business, or a forged one names no contact', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId });
  const good = ignoreLinkToken(ctx, tenantId, contact.id);
  const mixed = ignoreLinkToken(ctx, await aTenant(), contact.id);
  const changed = `${good.slice(0, 30)}${good[30] === 'A' ? 'B' : 'A'}${good.slice(31)}`;
  for (const encUserGuid of [mixed, changed, `${good}A`, 'x', '00000000-0000-0000-0000-000000000000']) {
    const answers = [
      await call(contract.readIgnoreLink, { params: { encUserGuid } }),
      await call(contract.optOutByLink, { params: { encUserGuid }, body: { isOptedOut: true } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'opt_out.link_invalid' } });
    }
  }
});

test('an opt-out lifted for one channel leaves those of others; one by source leaves those of other sources', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId });
  const [one, two] = [await aChannel({ tenantId }), await aChannel({ tenantId })];
  const about = { contactId: contact.id, scope: 'all' } as const;
  await withTenant(ctx.db, tenantId, async (scope) => {
    await optOut(ctx, scope, { ...about, channelId: one.id, source: 'word' });
    await optOut(ctx, scope, { ...about, channelId: two.id, source: 'provider' });
    expect(await liftOptOut(ctx, scope, { contactId: contact.id, sources: ['member'] })).toBe(false);
    expect(await liftOptOut(ctx, scope, { contactId: contact.id, channelId: one.id })).toBe(true);
    expect((await reachOf(scope, [contact.id])).get(contact.id)?.optOuts).toEqual([
      { channelId: two.id, scope: 'all' },
    ]);
  });
});

test('an opt-out by phone applies to a contact who appears with it later', async () => {
  const tenantId = await aTenant();
  await withTenant(ctx.db, tenantId, (scope) =>
    optOut(ctx, scope, { phone: '+79160000001', scope: 'all', source: 'member' }),
  );
  const contact = await aContact({ tenantId, phone: '+79160000001' });
  const reach = await withTenant(ctx.db, tenantId, (scope) => reachOf(scope, [contact.id]));
  expect(reach.get(contact.id)?.optOuts).toHaveLength(1);
});
