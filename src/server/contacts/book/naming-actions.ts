import type { ContactId } from '#contract/contacts/calls.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { replaceName } from './change-queries.ts';

/** Calls a contact as they introduce themselves, unless they have another name than a feature gave them. */
export async function nameAsIntroduced(
  scope: TenantScope,
  contactId: ContactId,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const name = onOneLine(to);
  if (name !== '' && (await replaceName(scope, contactId, { from, to: name }))) await announce(scope, 'contacts');
}
