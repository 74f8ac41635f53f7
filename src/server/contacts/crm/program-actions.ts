import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emitChanged } from './crm-actions.ts';
import { findCard, findLinkOf, type KnownCard, type ProgramCard, saveCard } from './program-queries.ts';
import { listContactsById, putLink } from '#server/contacts/book/queries.ts';

/** Returns the contact an API client has under its own id; null when there is none. */
export async function cardOf(scope: TenantScope, branchId: BranchId, externalId: string): Promise<KnownCard | null> {
  return (await findCard(scope, branchId, externalId)) ?? null;
}

/** Stores an API client's facts about a contact beside name, phone and e-mail. Absent fields stay unchanged. */
export async function noteCard(scope: ActionScope, contactId: ContactId, card: Partial<ProgramCard>): Promise<void> {
  const [before] = await listContactsById(scope, [contactId]);
  await saveCard(scope, contactId, card);
  if (before) await emitChanged(scope, before, card);
}

/** Links a contact to a branch under the id that another branch of the business uses. */
export async function linkContact(
  scope: TenantScope,
  link: { branchId: BranchId; externalId: string; contactId: ContactId },
): Promise<void> {
  await putLink(scope, link);
}

/** Returns the id a branch uses for a contact; creates one where there is none. */
export async function linkOf(scope: TenantScope, branchId: BranchId, contactId: ContactId): Promise<string> {
  const known = await findLinkOf(scope, branchId, contactId);
  if (known) return known;
  const externalId = `contact:${contactId}`;
  await putLink(scope, { branchId, externalId, contactId });
  return externalId;
}
