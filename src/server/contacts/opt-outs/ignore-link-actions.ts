import type { z } from 'zod';
import type { ContactId, OptOutScope } from '#contract/contacts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { liftOptOut, optOut } from '#server/contacts/book/actions.ts';
import type { IgnoreLink } from './ignore-page.ts';
import { listActiveOptOuts } from '#server/contacts/book/opt-out-queries.ts';
import { findContact } from '#server/contacts/book/queries.ts';
import { likelyLanguage, maskPhone } from '#server/contacts/book/rules.ts';

/**
 * Stops messages for the contact of a link, or with null allows them again, also where a member stopped them: see decision 0190. Safe
 * to repeat.
 *
 * @returns false when the contact no longer exists
 */
export async function optOutByLink(
  scope: ActionScope,
  contactId: ContactId,
  stopped: z.infer<typeof OptOutScope> | null,
): Promise<boolean> {
  if (!(await findContact(scope, contactId))) return false;
  if (stopped) await optOut(scope, { contactId, scope: stopped, source: 'link' });
  else await liftOptOut(scope, { contactId, how: 'link' });
  return true;
}

/** Describes the page of a contact's link in a message; null when the contact no longer exists. */
export async function describeIgnoreLink(scope: ActionScope, contactId: ContactId): Promise<IgnoreLink | null> {
  const contact = await findContact(scope, contactId);
  if (!contact) return null;
  const tenant = await getTenant(scope);
  const entries = await listActiveOptOuts(scope, [{ contactId, phone: contact.phone }]);
  const scopes = entries.flatMap((entry) => (entry.channelId === null ? entry.scope : []));
  return {
    appearance: await publicAppearance(scope),
    maskedPhone: contact.phone && maskPhone(contact.phone),
    stopped: scopes.includes('all') ? 'all' : (scopes[0] ?? null),
    language: contact.language ?? likelyLanguage(contact.phone) ?? tenant.customerLanguage,
  };
}
