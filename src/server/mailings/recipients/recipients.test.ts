import { expect, test } from 'vitest';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { MailingId, type MailingSettings } from '#contract/mailings/calls.ts';
import { newSettings } from '#server/mailings/editing/new-mailings.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { testServer } from '#server/testing/server/http.ts';
import { countListed, listByExclusion } from './listing.ts';

const server = await testServer({ now: '2026-03-02T09:00:00Z' });
const { aChannel, aContact, anAddress, anOptOut } = builders(server.owner, server.ctx.vault);

const WROTE = { subscribedAt: '2026-03-01T08:00:00Z', lastInboundAt: '2026-03-01T08:00:00Z' };

/** A cabinet with contacts of every sort; returns how a mailing over some channels divides them, by name. */
async function divided() {
  const { tenantId } = await server.signUp();
  const sms = (await aChannel({ tenantId, kind: 'twilio_sms' })).id;
  const telegram = (await aChannel({ tenantId, kind: 'telegram_bot' })).id;
  const names = new Map<ContactId, string>();
  const person = async (name: string, phone: string | null, more: object = {}) => {
    const { id } = await aContact({ tenantId, name, phone, ...more });
    names.set(id, name);
    return id;
  };
  const at = (contactId: ContactId, channelId: ChannelId, more: object = {}) =>
    anAddress({ tenantId, contactId, channelId, ...more });

  await person('only a phone', '+79160000001');
  await at(await person('wrote', '+79160000002'), sms, WROTE);
  await at(await person('subscribed', null), telegram, { subscribedAt: '2026-03-01T08:00:00Z' });
  await at(await person('blocked', '+79160000003'), sms, { ...WROTE, state: 'blocked' });
  await person('no address', null);
  await person('refuses', '+79160000004', { refusesMailings: true });
  await anOptOut({ tenantId, contactId: await person('out everywhere', '+79160000005') });
  await person('out by phone', '+79160000006');
  await anOptOut({ tenantId, phone: '+79160000006', scope: 'marketing' });
  await anOptOut({ tenantId, contactId: await person('out of SMS', '+79160000007'), channelId: sms });
  const lifted = await person('came back', '+79160000008');
  await anOptOut({ tenantId, contactId: lifted, liftedAt: '2026-03-01T09:00:00Z' });
  const ended = await person('period over', '+79160000009');
  await anOptOut({ tenantId, contactId: ended, endsAt: '2026-03-02T08:00:00Z' });

  return (channelIds: (typeof sms)[] | 'both', change: Partial<MailingSettings> = {}) =>
    withTenant(server.ctx, tenantId, async (scope) => {
      const ids = channelIds === 'both' ? [sms, telegram] : channelIds;
      const mailing = { id: newId(MailingId), settings: { ...newSettings('ru'), channelIds: ids, ...change } };
      const counts = await countListed(scope, mailing);
      const people: Record<string, string[]> = {};
      for (const [exclusion, count] of Object.entries(counts)) {
        const page = { exclusion, after: null, limit: 50 };
        const found = await listByExclusion(scope, mailing, page);
        expect(found).toHaveLength(count);
        people[exclusion] = found.map((id) => names.get(id) ?? '').toSorted();
      }
      return { sms, people };
    });
}

const OUT = { refuses_mailings: ['refuses'], opted_out: ['out by phone', 'out everywhere'] };

test('each contact of the audience is a recipient, or left out for the first rule alone', async () => {
  const divide = await divided();
  const { people, sms } = await divide('both');
  expect(people).toEqual({
    ...OUT,
    '': ['came back', 'only a phone', 'period over', 'subscribed', 'wrote'],
    no_channel: ['blocked', 'no address', 'out of SMS'],
  });
  expect((await divide([sms])).people).toEqual({
    ...OUT,
    opted_out: ['out by phone', 'out everywhere', 'out of SMS'],
    '': ['came back', 'only a phone', 'period over', 'wrote'],
    no_channel: ['blocked', 'no address', 'subscribed'],
  });
});

test('a mailing to subscribers, or to those with a dialogue, leaves out the others', async () => {
  const divide = await divided();
  expect((await divide('both', { subscribedCustomers: true })).people).toEqual({
    ...OUT,
    '': ['subscribed', 'wrote'],
    not_subscribed: ['came back', 'no address', 'only a phone', 'out of SMS', 'period over'],
    no_channel: ['blocked'],
  });
  expect((await divide('both', { ignoreClientsWithNoDialogue: true })).people).toEqual({
    ...OUT,
    '': ['wrote'],
    no_dialogue: ['came back', 'no address', 'only a phone', 'out of SMS', 'period over', 'subscribed'],
    no_channel: ['blocked'],
  });
});
