import type { BranchId } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emitChanged } from './crm-actions.ts';
import { findCard, findLinkOf, type KnownCard, type ProgramCard, saveCard } from './program-queries.ts';
import { listContactsById, putLink } from './queries.ts';

/** Whom programs of the business know under a name of theirs; null when they named nobody so. */
export async function cardOf(scope: TenantScope, branchId: BranchId, externalId: string): Promise<KnownCard | null> {
  return (await findCard(scope, branchId, externalId)) ?? null;
}

/** Writes down what a program says of a customer beside name, phone and e-mail. What is left out stays. */
export async function noteCard(
  ctx: Pick<Context, 'clock' | 'subscriptions'>,
  scope: TenantScope,
  contactId: ContactId,
  card: Partial<ProgramCard>,
): Promise<void> {
  const [before] = await listContactsById(scope, [contactId]);
  await saveCard(scope, contactId, card);
  if (before) await emitChanged(ctx, scope, before, card);
}

/** Lets a branch know a customer under the name that another branch of the business has for her. */
export async function linkContact(
  scope: TenantScope,
  link: { branchId: BranchId; externalId: string; contactId: ContactId },
): Promise<void> {
  await putLink(scope, link);
}

/** Under which name a branch knows a customer; one is made where it knows her under none. */
export async function linkOf(scope: TenantScope, branchId: BranchId, contactId: ContactId): Promise<string> {
  const known = await findLinkOf(scope, branchId, contactId);
  if (known) return known;
  const externalId = `contact:${contactId}`;
  await putLink(scope, { branchId, externalId, contactId });
  return externalId;
}
