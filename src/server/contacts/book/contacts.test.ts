import { testContext } from '#server/testing/server/context.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { expect, test } from 'vitest';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { ROOMS } from '#server/app/rooms.ts';
import { subscriptions } from '#server/app/binding.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { openVault } from '#server/platform/secrets/vault.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testDatabase } from '#server/testing/server/database.ts';
import { ensureAddress, findOrCreateByPeer, optOut, reachOf } from './actions.ts';
import { upsertFromCrm } from '#server/contacts/crm/crm-actions.ts';
import { startToken } from './link-actions.ts';
import type { PeerSeen } from './identity.ts';

const { db, owner } = await testDatabase();
const { aTenant, aBranch, aChannel, aContact, aConversation, aMessage, aVisit } = builders(owner);
const NOW = Temporal.Instant.from('2026-03-02T08:00:00Z');
const ctx = testContext({
  db,
  clock: { now: () => NOW },
  subscriptions: subscriptions(ROOMS),
  vault: openVault('a secret of these tests alone, 32+'),
});

const inTenant = <T>({ tenantId }: { tenantId: TenantId }, work: (scope: ActionScope) => Promise<T>) =>
  withTenant(ctx, tenantId, work);

async function aScene() {
  const tenantId = await aTenant();
  return { tenantId, channel: await aChannel({ tenantId }) };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const seen = (
  { channel }: Scene,
  channelUserId: string,
  { peer, ...rest }: Partial<Omit<PeerSeen, 'peer'>> & { peer?: Partial<PeerSeen['peer']> } = {},
): PeerSeen => ({
  channelId: channel.id,
  peer: { channelUserId, phone: null, name: null, language: null, ...peer },
  sharedPhone: null,
  startToken: null,
  at: NOW,
  ...rest,
});
const meet = (scene: Scene, person: PeerSeen) => inTenant(scene, (scope) => findOrCreateByPeer(scope, person));
const contactRow = async (id: ContactId) => {
  const { rows } = await owner.query('select name, phone, language, visits_count, email from contacts where id = $1', [
    id,
  ]);
  return rows[0];
};
const countContacts = async (tenantId: string) => {
  const { rows } = await owner.query('select count(*)::int as count from contacts where tenant_id = $1', [tenantId]);
  return rows[0].count;
};

const PHONE = '+79161112233';
const client = (facts: Partial<ClientFacts> = {}): ClientFacts => ({
  externalId: '501',
  name: 'Анна Петрова',
  phone: '8 916 111-22-33',
  email: null,
  isNew: false,
  visitsCount: 3,
  ...facts,
});
const fromCrm = (scene: { tenantId: Scene['tenantId'] }, branchId: BranchId, facts: Partial<ClientFacts> = {}) =>
  inTenant(scene, (scope) => upsertFromCrm(scope, { branchId, client: client(facts), countryHint: 'RU' }));

test('a user of a channel is one contact, however often they write', async () => {
  const scene = await aScene();
  const person = seen(scene, '5550001', { peer: { name: 'Анна', language: 'ru' } });
  const first = await meet(scene, person);
  const again = await meet(scene, person);
  expect(first.isNew).toBe(true);
  expect(again).toEqual({ ...first, isNew: false });
  expect(await contactRow(first.contactId)).toMatchObject({ name: 'Анна', phone: null, language: 'ru' });
});

test('a user who writes twice at the same moment is one contact', async () => {
  const scene = await aScene();
  const met = await Promise.all(Array.from({ length: 8 }, () => meet(scene, seen(scene, '5550001'))));
  expect(new Set(met.map(({ contactId }) => contactId)).size).toBe(1);
  expect(met.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await countContacts(scene.tenantId)).toBe(1);
});

test('the same user of another tenant, or of another channel, is another contact', async () => {
  const [own, other] = [await aScene(), await aScene()];
  const one = await meet(own, seen(own, '5550001'));
  const elsewhere = await meet(other, seen(other, '5550001'));
  const second = await aChannel({ tenantId: own.tenantId });
  const beside = await meet(own, { ...seen(own, '5550001'), channelId: second.id });
  expect(new Set([one.contactId, elsewhere.contactId, beside.contactId]).size).toBe(3);
});

test('a phone from the channel links the user to the contact who has it', async () => {
  const scene = await aScene();
  const known = await aContact({ tenantId: scene.tenantId, phone: PHONE, name: 'Анна Петрова' });
  const met = await meet(scene, seen(scene, '79161112233', { peer: { phone: PHONE, name: 'anna_p', language: 'uk' } }));
  expect(met).toMatchObject({ contactId: known.id, isNew: true });
  expect(await contactRow(known.id)).toMatchObject({ name: 'Анна Петрова', language: 'uk' });
});

test('a contact known by a channel alone is merged into the contact with the same phone', async () => {
  const scene = await aScene();
  const nameless = await meet(scene, seen(scene, '5550001', { peer: { name: 'Аня' } }));
  const { tenantId } = scene;
  const conversation = await aConversation({ tenantId, contactId: nameless.contactId, channelId: scene.channel.id });
  const message = await aMessage({ tenantId, contactId: nameless.contactId, channelId: scene.channel.id });
  const known = await aContact({ tenantId, phone: PHONE, name: 'Анна Петрова' });

  const met = await meet(scene, seen(scene, '5550001', { sharedPhone: PHONE }));
  expect(met).toEqual({ contactId: known.id, addressId: nameless.addressId, isNew: false, knownAs: '5550001' });
  expect(await contactRow(nameless.contactId)).toBeUndefined();
  const { rows } = await owner.query(
    `select contact_id from conversations where id = $1 union all select contact_id from messages where id = $2`,
    [conversation.id, message.id],
  );
  expect(rows).toEqual([{ contact_id: known.id }, { contact_id: known.id }]);
});

test('an unused phone is stored for the contact', async () => {
  const scene = await aScene();
  const { contactId } = await meet(scene, seen(scene, '5550001'));
  await meet(scene, seen(scene, '5550001', { sharedPhone: PHONE }));
  expect(await contactRow(contactId)).toMatchObject({ phone: PHONE });
});

test('a contact with a phone is not merged away by another number', async () => {
  const scene = await aScene();
  const { contactId } = await meet(scene, seen(scene, '5550001', { sharedPhone: PHONE }));
  await aContact({ tenantId: scene.tenantId, phone: '+79169998877' });
  const met = await meet(scene, seen(scene, '5550001', { sharedPhone: '+79169998877' }));
  expect(met.contactId).toBe(contactId);
  expect(await contactRow(contactId)).toMatchObject({ phone: PHONE });
});

test('a start link links a new user to the contact it was made for', async () => {
  const scene = await aScene();
  const known = await aContact({ tenantId: scene.tenantId });
  const token = startToken(ctx, scene.tenantId, known.id);
  expect(token).toMatch(/^[\w-]{1,64}$/);
  expect(await meet(scene, seen(scene, '5550001', { startToken: token }))).toMatchObject({ contactId: known.id });
});

test('a start link merges a user who wrote before following it', async () => {
  const scene = await aScene();
  const before = await meet(scene, seen(scene, '5550001'));
  const known = await aContact({ tenantId: scene.tenantId });
  const token = startToken(ctx, scene.tenantId, known.id);
  expect(await meet(scene, seen(scene, '5550001', { startToken: token }))).toMatchObject({
    contactId: known.id,
    addressId: before.addressId,
  });
});

test('a forwarded start link gives the contact’s messages to no one else', async () => {
  const scene = await aScene();
  const known = await aContact({ tenantId: scene.tenantId });
  const token = startToken(ctx, scene.tenantId, known.id);
  await meet(scene, seen(scene, '5550001', { startToken: token }));
  const stranger = await meet(scene, seen(scene, '5550002', { startToken: token }));
  expect(stranger.contactId).not.toBe(known.id);
});

test("another tenant's start link, or a forged one, links no contact", async () => {
  const scene = await aScene();
  const foreign = await aContact();
  for (const token of [startToken(ctx, foreign.tenantId, foreign.id), 'made-up', '']) {
    const met = await meet(scene, seen(scene, `user ${token}`, { startToken: token }));
    expect(met.contactId).not.toBe(foreign.id);
  }
});

test("a booking system's client is the contact with the same phone", async () => {
  const branch = await aBranch();
  const known = await aContact({ tenantId: branch.tenantId, phone: PHONE, name: '' });
  expect(await fromCrm(branch, branch.id)).toBe(known.id);
  expect(await contactRow(known.id)).toMatchObject({ name: 'Анна Петрова', visits_count: 3 });
});

test('the same client is the same contact, read by however many at once', async () => {
  const branch = await aBranch();
  const ids = await Promise.all(Array.from({ length: 8 }, () => fromCrm(branch, branch.id)));
  expect(new Set(ids).size).toBe(1);
});

test('a client of two branches with one phone is one contact, and their visits never become fewer', async () => {
  const branch = await aBranch();
  const other = await aBranch({ tenantId: branch.tenantId });
  const one = await fromCrm(branch, branch.id, { visitsCount: 10 });
  const two = await fromCrm(branch, other.id, { externalId: '77', visitsCount: 1, name: '' });
  expect(two).toBe(one);
  expect(await contactRow(one)).toMatchObject({ visits_count: 10, name: 'Анна Петрова' });
});

test('a client without a phone is a contact, and gets the phone when the card does', async () => {
  const branch = await aBranch();
  const id = await fromCrm(branch, branch.id, { phone: null });
  expect(await fromCrm(branch, branch.id, { phone: PHONE })).toBe(id);
  expect(await contactRow(id)).toMatchObject({ phone: PHONE });
});

test('a client whose phone belongs to a contact becomes that contact, with their visits', async () => {
  const branch = await aBranch();
  const before = await fromCrm(branch, branch.id, { phone: null });
  const visit = await aVisit({ tenantId: branch.tenantId, branchId: branch.id, contactId: before });
  const known = await aContact({ tenantId: branch.tenantId, phone: PHONE });
  expect(await fromCrm(branch, branch.id)).toBe(known.id);
  const { rows } = await owner.query('select contact_id from visits where id = $1', [visit.id]);
  expect(rows).toEqual([{ contact_id: known.id }]);
});

test("a client's new number is stored for the contact; an unreadable number changes nothing", async () => {
  const branch = await aBranch();
  const id = await fromCrm(branch, branch.id);
  expect(await fromCrm(branch, branch.id, { phone: '+79169998877' })).toBe(id);
  expect(await fromCrm(branch, branch.id, { phone: 'нет' })).toBe(id);
  expect(await contactRow(id)).toMatchObject({ phone: '+79169998877' });
});

test.each([
  ['+5511987651100', '+551187651100'],
  ['+5491123456789', '+541123456789'],
  ['+525512345678', '+5215512345678'],
])('the contact with %s is the one whom a messenger knows as %s', async (phone, other) => {
  const scene = await aScene();
  const contact = await aContact({ tenantId: scene.tenantId, phone });
  const met = await meet(scene, seen(scene, other.slice(1), { peer: { phone: other } }));
  expect(met.contactId).toBe(contact.id);
  await inTenant(scene, (scope) => optOut(scope, { phone: other, scope: 'all', source: 'provider' }));
  const reach = await inTenant(scene, (scope) => reachOf(scope, [contact.id]));
  expect(reach.get(contact.id)?.optOuts).toHaveLength(1);
  expect(await countContacts(scene.tenantId)).toBe(1);
});

test("an address made for a phone gets the channel's own user id when the provider sends it", async () => {
  const scene = await aScene();
  const contact = await aContact({ tenantId: scene.tenantId, phone: '+5511912345678' });
  const made = { contactId: contact.id, channelId: scene.channel.id, phone: contact.phone };
  const [sent, reported, again] = await inTenant(scene, async (scope) => [
    await ensureAddress(scope, { ...made, channelUserId: '5511912345678' }),
    await ensureAddress(scope, { ...made, channelUserId: 'BR.1502576394655843' }),
    await ensureAddress(scope, { ...made, channelUserId: 'BR.1502576394655843' }),
  ]);
  expect([reported, again]).toEqual([sent, sent]);
  expect(await meet(scene, seen(scene, 'BR.1502576394655843'))).toMatchObject({ contactId: contact.id, isNew: false });
});
