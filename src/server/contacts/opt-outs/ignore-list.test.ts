import { expect, test } from 'vitest';
import * as contract from '#contract/contacts/calls.ts';
import * as optOuts from '#contract/contacts/opt-outs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type Answered, testServer } from '#server/testing/server/http.ts';
import { liftOptOut, optOut, reachOf } from '#server/contacts/book/actions.ts';
import { endOptOuts } from './opt-out-actions.ts';
import { ignoreLinkToken, ignoreLinkUrl } from '#server/contacts/book/link-actions.ts';

const { call, signUp, ctx, owner, origin } = await testServer();
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
  const added = await call(optOuts.addOptOuts, { token, body });
  expect(added).toMatchObject({ status: 200, body: { added: 2, alreadyThere: 1 } });
  expect(await eventsOf(known.id)).toEqual(['contacts.opted_out']);

  const listed = await call(optOuts.listOptOuts, { token });
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
  const answer = await call(optOuts.addOptOuts, { token, body: { phones: ['+79161112233', 'Анна', '12'] } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'request.invalid', details: { fields: { phones: ['Анна', '12'] } } },
  });
  expect((await call(optOuts.listOptOuts, { token })).body.count).toBe(0);
});

test('a list without a number is refused on its field', async () => {
  const { token } = await signUp();
  for (const phones of [[], ['  '], [',']]) {
    const answer = await call(optOuts.addOptOuts, { token, body: { phones } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: { phones: ['required'] } } } });
  }
});

test('a removed entry can be restored, and both are emitted', async () => {
  const { token, tenantId } = await signUp();
  const contact = await aContact({ tenantId });
  const { id: optOutId } = await anOptOut({ tenantId, contactId: contact.id, phone: contact.phone });
  const entry = { token, body: { optOutIds: [optOutId] } };
  expect((await call(optOuts.liftOptOuts, entry)).body.lifted).toEqual([optOutId]);
  expect((await call(optOuts.liftOptOuts, entry)).body.lifted).toEqual([]);
  expect((await call(optOuts.listOptOuts, { token })).body.items).toEqual([]);
  expect((await call(optOuts.restoreOptOuts, entry)).body.restored).toEqual([optOutId]);
  expect((await call(optOuts.listOptOuts, { token })).body.items).toMatchObject([{ id: optOutId }]);
  expect(await eventsOf(contact.id)).toEqual(['contacts.opted_in', 'contacts.opted_out']);
});

test('an entry edited by somebody else meanwhile is refused, and so is one that is over', async () => {
  const { token, tenantId } = await signUp();
  const { id: optOutId } = await anOptOut({ tenantId });
  const change = (note: string, before: string) =>
    call(optOuts.changeOptOut, {
      token,
      params: { optOutId },
      body: { note, period: { kind: 'months', months: 3 }, before: { note: before, endsAt: null } },
    });
  expect((await change('Called us', '')).status).toBe(200);
  expect(await change('Wrote us', '')).toMatchObject({ status: 409, body: { code: 'opt_out.changed_meanwhile' } });
  const [entry] = (await call(optOuts.listOptOuts, { token })).body.items;
  expect(entry).toMatchObject({ note: 'Called us', endsAt: expect.any(String), liftedAt: null });
  await call(optOuts.liftOptOuts, { token, body: { optOutIds: [optOutId] } });
  expect(await change('Late', 'Called us')).toMatchObject({ status: 409, body: { code: 'opt_out.over' } });
});

test('a period ends by the clock, and the history says how each entry ended and by whom', async () => {
  const { token, tenantId } = await signUp();
  const contact = await aContact({ tenantId });
  const lifted = await anOptOut({ tenantId });
  await call(optOuts.liftOptOuts, { token, body: { optOutIds: [lifted.id] } });
  const ended = await anOptOut({
    tenantId,
    contactId: contact.id,
    endsAt: ctx.clock.now().subtract({ hours: 1 }),
  });
  const holding = await anOptOut({ tenantId, endsAt: ctx.clock.now().add({ hours: 1 }) });
  const idsOf = async (state: 'active' | 'over') =>
    (await call(optOuts.listOptOuts, { token, query: { state } })).body.items.map(({ id }) => id);
  expect(await idsOf('active')).toEqual([holding.id]);
  expect((await idsOf('over')).toSorted()).toEqual([ended.id, lifted.id].toSorted());
  const history = (await call(optOuts.listOptOuts, { token, query: { state: 'over' } })).body.items;
  const howOf = (id: string) => history.find((entry) => entry.id === id);
  expect(howOf(lifted.id)).toMatchObject({ liftedHow: 'member', liftedBy: expect.any(String) });
  expect(howOf(ended.id)).toMatchObject({ liftedHow: 'period', liftedBy: null });
  expect(await eventsOf(contact.id)).toEqual([]);
  await endOptOuts(ctx, new AbortController().signal);
  await endOptOuts(ctx, new AbortController().signal);
  expect(await eventsOf(contact.id)).toEqual(['contacts.opted_in']);
  expect((await call(optOuts.restoreOptOuts, { token, body: { optOutIds: [ended.id] } })).body.restored).toEqual([]);
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
    const page: Answered<typeof optOuts.listOptOuts> = await call(optOuts.listOptOuts, {
      token,
      query: { limit: 1, ...(cursor && { cursor }) },
    });
    phones.push(...page.body.items.map(({ phone }) => phone));
    cursor = page.body.nextCursor;
  } while (cursor);
  expect(phones.slice(0, 2).toSorted()).toEqual(['+79165550003', '+79165550004']);
  expect(phones.slice(2)).toEqual(['+79165550001', '+79165550002']);

  const found = async (query: Record<string, string>) => {
    const { body } = await call(optOuts.listOptOuts, { token, query });
    return [body.count, ...body.items.map(({ phone }) => phone)];
  };
  expect(await found({ search: 'мария' })).toEqual([1, '+79165550001']);
  expect(await found({ search: '100%' })).toEqual([1, '+79165550001']);
  expect(await found({ search: '100_' })).toEqual([0]);
  expect(await found({ search: '5550002' })).toEqual([1, '+79165550002']);
  expect(await found({ search: '8 916 555-00-02' })).toEqual([1, '+79165550002']);
  expect(await found({ source: 'word' })).toEqual([1, '+79165550001']);
  const { body } = await call(optOuts.listOptOuts, { token, query: { source: 'word' } });
  expect(body.items[0]).toMatchObject({ channelId: channel.id, channelTitle: 'Main number', name: 'Мария 100%' });
});

test('a forged cursor is refused on its field', async () => {
  const { token } = await signUp();
  for (const cursor of ['nonsense', Buffer.from('["x",1]').toString('base64url')]) {
    const answer = await call(optOuts.listOptOuts, { token, query: { cursor } });
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: { cursor: ['cursor'] } } } });
  }
});

test("another cabinet's entry does not exist", async () => {
  const { token } = await signUp();
  const foreign = await anOptOut();
  const body = { optOutIds: [foreign.id] };
  expect((await call(optOuts.liftOptOuts, { token, body })).body.lifted).toEqual([]);
  expect((await call(optOuts.restoreOptOuts, { token, body })).body.restored).toEqual([]);
  const change = { note: '', period: { kind: 'forever' as const }, before: { note: '', endsAt: null } };
  const answer = await call(optOuts.changeOptOut, { token, params: { optOutId: foreign.id }, body: change });
  expect(answer).toMatchObject({ status: 404, body: { code: 'opt_out.not_found' } });
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

/** Opens a contact's page as a browser without scripts does; with a form it is submitted. */
async function openPage(encUserGuid: string, form?: Record<string, string>) {
  const answer = await fetch(`${origin}/il/${encUserGuid}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en' },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

test('the link in a message reveals its contact only masked, in their language, and reading it changes nothing', async () => {
  const tenantId = await aTenant({ name: 'Bliss & <b>' });
  const contact = await aContact({ tenantId, phone: '+79161231122', language: 'uk' });
  const url = ignoreLinkUrl(ctx, tenantId, contact.id, 'https://app.frontdesk.example');
  expect(url).toMatch(/^https:\/\/app\.frontdesk\.example\/il\/[\w-]{59}$/);
  const page = await openPage(url.slice(url.lastIndexOf('/') + 1));
  expect(page.status).toBe(200);
  expect(page.html).toContain('<html lang="uk');
  expect(page.html).toContain('<h1>Повідомлення від «Bliss &amp; &lt;b&gt;»</h1>');
  expect(page.html.replaceAll('\u00A0', ' ').replaceAll('\u2060', '')).toContain('+7 ••• •••-11-22');
  expect(page.html).not.toContain('<script');
  expect(page.html).not.toContain('1231122');
  expect(Buffer.byteLength(page.html)).toBeLessThan(60_000);
  const nonce = /<style nonce="([\w-]+)"/.exec(page.html)?.[1] ?? '';
  expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  expect(await eventsOf(contact.id)).toEqual([]);
});

test('the page stops messages without scripts, takes a mistake back, and has the same effect however often it is sent', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId, language: 'en' });
  const token = ignoreLinkToken(ctx, tenantId, contact.id);
  const optOutsNow = async () =>
    (await withTenant(ctx, tenantId, (scope) => reachOf(scope, [contact.id]))).get(contact.id)?.optOuts;

  for (const _twice of [1, 2]) {
    const answer = await openPage(token, { request: 'stop', scope: 'all' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, token]);
  }
  expect(await optOutsNow()).toEqual([{ channelId: null, scope: 'all' }]);
  expect((await openPage(token)).html).toContain('You will get no more messages.');
  for (const _twice of [1, 2]) await openPage(token, { request: 'allow' });
  expect(await optOutsNow()).toEqual([]);
  expect((await openPage(token)).html).toContain('value="stop"');
  expect(await eventsOf(contact.id)).toEqual(['contacts.opted_out', 'contacts.opted_in']);

  await openPage(token, { request: 'stop', scope: 'marketing' });
  expect(await optOutsNow()).toEqual([{ channelId: null, scope: 'marketing' }]);
  expect((await openPage(token)).html).toContain('Visit reminders will still come.');
  expect((await openPage(token, { request: 'anything' })).status).toBe(400);
});

test('the contact’s own link ends an opt-out that a member entered, and the history says so', async () => {
  const { token, tenantId } = await signUp();
  const contact = await aContact({ tenantId, phone: '+79161112233' });
  await call(optOuts.addOptOuts, { token, body: { phones: ['+79161112233'], note: 'asked by phone' } });
  const link = ignoreLinkToken(ctx, tenantId, contact.id);
  expect((await openPage(link)).html).toContain('value="allow"');
  await openPage(link, { request: 'allow' });
  expect((await call(optOuts.listOptOuts, { token })).body.count).toBe(0);
  const history = await call(optOuts.listOptOuts, { token, query: { state: 'over' } });
  expect(history.body.items).toMatchObject([{ source: 'member', note: 'asked by phone', liftedHow: 'link' }]);
});

test('a changed link, of another business, or a forged one names no contact', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId });
  const good = ignoreLinkToken(ctx, tenantId, contact.id);
  const mixed = ignoreLinkToken(ctx, await aTenant(), contact.id);
  const changed = `${good.slice(0, 30)}${good[30] === 'A' ? 'B' : 'A'}${good.slice(31)}`;
  for (const token of [mixed, changed, `${good}A`, 'x', '00000000-0000-0000-0000-000000000000']) {
    for (const answer of [await openPage(token), await openPage(token, { request: 'stop', scope: 'all' })]) {
      expect(answer.status).toBe(404);
      expect(answer.html).toContain('This link does not work');
    }
  }
  expect(await eventsOf(contact.id)).toEqual([]);
});

test('an opt-out lifted for one channel leaves those of others; one by source leaves those of other sources', async () => {
  const tenantId = await aTenant();
  const contact = await aContact({ tenantId });
  const [one, two] = [await aChannel({ tenantId }), await aChannel({ tenantId })];
  const about = { contactId: contact.id, scope: 'all' } as const;
  await withTenant(ctx, tenantId, async (scope) => {
    await optOut(scope, { ...about, channelId: one.id, source: 'word' });
    await optOut(scope, { ...about, channelId: two.id, source: 'provider' });
    expect(await liftOptOut(scope, { contactId: contact.id, how: 'word', sources: ['member'] })).toBe(false);
    expect(await liftOptOut(scope, { contactId: contact.id, channelId: one.id, how: 'word' })).toBe(true);
    expect((await reachOf(scope, [contact.id])).get(contact.id)?.optOuts).toEqual([
      { channelId: two.id, scope: 'all' },
    ]);
  });
});

test('an opt-out by phone applies to a contact who appears with it later', async () => {
  const tenantId = await aTenant();
  await withTenant(ctx, tenantId, (scope) => optOut(scope, { phone: '+79160000001', scope: 'all', source: 'member' }));
  const contact = await aContact({ tenantId, phone: '+79160000001' });
  const reach = await withTenant(ctx, tenantId, (scope) => reachOf(scope, [contact.id]));
  expect(reach.get(contact.id)?.optOuts).toHaveLength(1);
});
