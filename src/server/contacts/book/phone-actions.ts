import { canonicalPhone } from '#contract/canonical-phones.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findContact, setPhoneIfFree } from './queries.ts';

/**
 * Keeps a phone that a contact without one wrote in a talk. Nothing proves that the number is theirs: that of another
 * contact stays with them, and the two are not merged.
 *
 * @param phone E.164
 * @returns `of_another`: another contact has it, and nothing was changed
 */
export async function noteGivenPhone(
  scope: ActionScope,
  contactId: ContactId,
  phone: string,
): Promise<'kept' | 'of_another'> {
  const known = canonicalPhone(phone);
  const contact = await findContact(scope, contactId, { isLocked: true });
  if (!contact || contact.phone === known) return contact ? 'kept' : 'of_another';
  if (contact.phone !== null || !(await setPhoneIfFree(scope, contactId, known))) return 'of_another';
  await announce(scope, 'contacts');
  return 'kept';
}
