import type { ContactId } from '#contract/contacts/calls.ts';
import { recentMessagesByContact } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import type { MailingFacts, RecipientFacts } from '#server/mailings/deciding/rules.ts';
import { listContactsInConversation } from '#server/mailings/recipients/recipient-queries.ts';
import { loadWays, type Ways } from '#server/mailings/recipients/ways.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { loadMaterial, type Material, type Reader, readersOf } from '#server/mailings/writing/material-reads.ts';

/** The facts and materials with which a mailing is decided and written, beside its recipients. */
export type Snapshot = { material: Material; ways: Ways; facts: MailingFacts };

export async function loadSnapshot(
  scope: ActionScope,
  { id, settings }: Pick<StoredMailing, 'id' | 'settings'>,
): Promise<Snapshot> {
  const material = await loadMaterial(scope, [settings.content]);
  const ways = await loadWays(scope, settings, material);
  const { channels, templateChannelIds, barred } = ways;
  const policy = await getContactPolicy(scope);
  const cabinetZone = material.tenant.timeZone;
  const isTemplateBarred = barred.length > 0;
  const facts = { id, settings, policy, cabinetZone, channels, templateChannelIds, isTemplateBarred };
  return { material, ways, facts };
}

/** A contact with what decides about their message and fills its variables. */
export type Recipient = { reader: Reader; facts: RecipientFacts };

/** Loads recipients; the number of queries is constant. */
export async function loadRecipients(
  scope: ActionScope,
  contactIds: readonly ContactId[],
  { facts: { settings, policy }, material: { tenant } }: Snapshot,
): Promise<Map<ContactId, Recipient>> {
  const ids = [...new Set(contactIds)];
  if (ids.length === 0) return new Map();
  const now = scope.clock.now();
  const readers = await readersOf(scope, ids, { contents: [settings.content], currency: tenant.currency });
  const recent = await recentMessagesByContact(scope, ids, now.subtract({ hours: policy.marketingDays * 24 }));
  const talking = settings.skipOpenConversations
    ? await listContactsInConversation(scope, ids, now)
    : new Set<ContactId>();
  return new Map(
    [...readers].map(([id, reader]) => {
      const { contact, addresses, optOuts } = reader.reach;
      const { phone, timeZone, refusesMailings } = contact;
      const known = { phone, timeZone, refusesMailings, addresses, optOuts };
      return [id, { reader, facts: { ...known, isTalking: talking.has(id), recent: recent.get(id) ?? [] } }];
    }),
  );
}
