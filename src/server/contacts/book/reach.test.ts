import { testContext } from '#server/testing/server/context.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { expect, test } from 'vitest';
import { withTenant } from '#server/platform/database/db.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { closeWindow, noteInbound, noteVisits, optOut, reachOf, setAddressState } from './actions.ts';

const { db, owner } = await testDatabase();
const { aTenant, aContact, anAddress, anOptOut } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const ctx = testContext({ db, clock: { now: () => NOW } });

const inTenant = <T>({ tenantId }: { tenantId: TenantId }, work: (scope: ActionScope) => Promise<T>) =>
  withTenant(ctx, tenantId, work);

test('the window opens for so many hours after the contact wrote, and an older message never shortens it', async () => {
  const address = await anAddress();
  await inTenant(address, async (scope) => {
    const { id } = (await reachOf(scope, [address.contactId])).get(address.contactId)!.addresses[0]!;
    await noteInbound(scope, id, NOW, 24);
    await noteInbound(scope, id, NOW.subtract({ hours: 5 }), 24);
    const reach = await reachOf(scope, [address.contactId]);
    expect(reach.get(address.contactId)?.addresses).toMatchObject([
      { lastInboundAt: NOW, windowUntil: NOW.add({ hours: 24 }) },
    ]);
  });
});

test('a window the provider reports as closed is closed, and opens when the contact writes again', async () => {
  const address = await anAddress({ windowUntil: '2026-03-03T08:00:00Z' });
  await inTenant(address, async (scope) => {
    const { id } = (await reachOf(scope, [address.contactId])).get(address.contactId)!.addresses[0]!;
    await closeWindow(scope, id);
    const closed = (await reachOf(scope, [address.contactId])).get(address.contactId)?.addresses[0]?.windowUntil;
    expect(closed && Temporal.Instant.compare(closed, NOW)).toBe(-1);
    await noteInbound(scope, id, NOW, 24);
    const open = (await reachOf(scope, [address.contactId])).get(address.contactId)?.addresses[0]?.windowUntil;
    expect(open).toEqual(NOW.add({ hours: 24 }));
  });
});

test('a blocked address is reachable once the contact writes', async () => {
  const address = await anAddress();
  await inTenant(address, async (scope) => {
    const { id } = (await reachOf(scope, [address.contactId])).get(address.contactId)!.addresses[0]!;
    await setAddressState(scope, id, 'blocked', 'bot was blocked by the user');
    expect((await reachOf(scope, [address.contactId])).get(address.contactId)?.addresses[0]?.state).toBe('blocked');
    await noteInbound(scope, id, NOW, null);
    expect((await reachOf(scope, [address.contactId])).get(address.contactId)?.addresses[0]?.state).toBe('reachable');
  });
});

test('the facts for decisions about many contacts are loaded together, opt-outs of their phones too', async () => {
  const tenantId = await aTenant();
  const [quiet, plain] = [await aContact({ tenantId, refusesMailings: true }), await aContact({ tenantId })];
  const address = await anAddress({ tenantId, contactId: quiet.id });
  await anOptOut({ tenantId, phone: quiet.phone });
  await anOptOut({ tenantId, phone: quiet.phone, scope: 'marketing', liftedAt: NOW });
  await anOptOut({ tenantId, phone: null, contactId: plain.id, channelId: address.channelId, scope: 'marketing' });
  const foreign = await aContact();

  const reach = await withTenant(ctx, tenantId, (scope) => reachOf(scope, [quiet.id, plain.id, foreign.id]));
  expect([...reach.keys()].toSorted()).toEqual([quiet.id, plain.id].toSorted());
  expect(reach.get(quiet.id)).toMatchObject({
    contact: { id: quiet.id, phone: quiet.phone, refusesMailings: true },
    addresses: [{ channelUserId: address.channelUserId, state: 'reachable' }],
    optOuts: [{ channelId: null, scope: 'all' }],
  });
  expect(reach.get(plain.id)).toMatchObject({
    addresses: [],
    optOuts: [{ channelId: address.channelId, scope: 'marketing' }],
  });
});

test('the newest visit of a contact is stored, regardless of reading order', async () => {
  const contact = await aContact();
  await inTenant(contact, (scope) =>
    noteVisits(scope, [
      { contactId: contact.id, at: NOW },
      { contactId: contact.id, at: NOW.subtract({ hours: 48 }) },
    ]),
  );
  const { rows } = await owner.query('select last_visit_at from contacts where id = $1', [contact.id]);
  expect(rows).toEqual([{ last_visit_at: NOW }]);
});

test('an opt-out is emitted once to its subscribers, however often it is requested', async () => {
  const contact = await aContact();
  const stop = () =>
    inTenant(contact, (scope) => optOut(scope, { contactId: contact.id, scope: 'all', source: 'word' }));
  const results = await Promise.all([stop(), stop(), stop(), stop()]);
  expect(results.filter(Boolean)).toHaveLength(1);
  const { rows } = await owner.query('select kind, facts from events where contact_id = $1', [contact.id]);
  expect(rows).toEqual([
    { kind: 'contacts.opted_out', facts: { contactId: contact.id, channelId: null, scope: 'all', source: 'word' } },
  ]);
});
