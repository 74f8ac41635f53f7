import type { ContactId } from '#contract/contacts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listRecordedConsents } from './consent-queries.ts';

/** Most entries of a contact that are shown. */
const MAX_SHOWN = 20;

/** The consents of one contact that members recorded, newest first. */
export async function consentsOf(scope: TenantScope, contactId: ContactId) {
  return listRecordedConsents(scope, [contactId], { limit: MAX_SHOWN });
}

/** The newest consent, or withdrawal, of each contact that a member recorded. */
export async function newestConsents(scope: TenantScope, ids: readonly ContactId[]) {
  const rows = ids.length === 0 ? [] : await listRecordedConsents(scope, ids, { limit: 1 });
  return new Map(rows.map((row) => [row.contactId, row]));
}
