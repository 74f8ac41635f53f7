import type { ContactId } from '#contract/contacts/calls.ts';
import { Language } from '#contract/primitives.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** The language of replies to a contact: theirs, else the cabinet's for customers. */
export async function languageOfContact(scope: ActionScope, contactId: ContactId): Promise<Language> {
  const { customerLanguage } = await getTenant(scope);
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  return Language.safeParse(reach?.contact.language).data ?? customerLanguage;
}
