import { randomUUIDv7 } from 'node:crypto';
import type { BranchId } from '#contract/connections.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { type Country, normalisePhone } from '#server/tenants/rules.ts';
import { resolveContactForCrmClient } from './identity.ts';
import { cardMoved, contactChanged } from './jobs.ts';
import {
  type ContactFacts,
  countLinks,
  findLink,
  forgetCard,
  listContactsById,
  lockSubject,
  putLink,
  updateContact,
} from './queries.ts';
import { isBirthdayNear, keptBirthDate } from './rules.ts';
import type { KnownContact } from './stored-contacts.ts';

type Telling = Pick<Context, 'clock' | 'subscriptions'>;

/**
 * Who a booking system's client is, with what it says about her written down. At another phone she may be reached where
 * she was not before: what lies ahead of her is decided again.
 *
 * @param countryHint the branch's country: its numbers may come without a code
 */
export async function upsertFromCrm(
  ctx: Telling,
  scope: TenantScope,
  { branchId, client, countryHint }: { branchId: BranchId; client: ClientFacts; countryHint: Country },
): Promise<ContactId> {
  await lockSubject(scope, `${branchId}:${client.externalId}`);
  const phone = client.phone === null ? null : normalisePhone(client.phone, countryHint);
  const linked = await findLink(scope, branchId, client.externalId);
  const { contactId, isAtNewPhone } = await resolveContactForCrmClient(ctx, scope, { linked, phone, client });
  if (contactId !== linked) await putLink(scope, { branchId, externalId: client.externalId, contactId });
  await updateContact(scope, contactId, {
    name: client.name.trim(),
    ...(client.email && { email: client.email.trim().toLowerCase() }),
    ...(client.visitsCount !== null && { visitsCount: client.visitsCount }),
  });
  if (isAtNewPhone) await emitContactChanged(ctx, scope, contactId);
  else if (linked && linked !== contactId) {
    const facts = { branchId, externalId: client.externalId, from: linked, to: contactId };
    await emit(ctx, scope, cardMoved, { dedupeKey: randomUUIDv7(), contactId, facts, occurredAt: ctx.clock.now() });
  }
  return contactId;
}

/**
 * What a booking system says of a client beside her card: that she wants no mailings, her birthday, her categories,
 * what she has spent. It may come after her visit: where flows ask for it, what waits for her is decided again.
 */
export async function noteClient(
  ctx: Telling,
  scope: TenantScope,
  { branchId, externalId }: { branchId: BranchId; externalId: string },
  facts: Pick<ContactFacts, 'refusesMailings' | 'birthDate' | 'categories' | 'spent'>,
): Promise<void> {
  const contactId = await findLink(scope, branchId, externalId);
  const [before] = contactId ? await listContactsById(scope, [contactId]) : [];
  if (!contactId || !before) return;
  const { birthDate } = facts;
  const kept = birthDate ? { ...facts, birthDate: keptBirthDate(birthDate) } : facts;
  await updateContact(scope, contactId, kept);
  await tellChanged(ctx, scope, before, kept);
}

/** A card was a contact's and is not any more. @returns whether she has none left, and nothing is known from one */
export async function unlinkCrmCard(scope: TenantScope, contactId: ContactId): Promise<boolean> {
  const isLast = (await countLinks(scope, contactId)) === 0;
  if (isLast) await forgetCard(scope, contactId);
  return isLast;
}

/** Lets what waits for a customer be decided again, where something flows ask for is another now. */
export async function tellChanged(
  ctx: Telling,
  scope: TenantScope,
  before: KnownContact,
  told: Partial<Pick<KnownContact, 'timeZone' | 'refusesMailings' | 'birthDate'>> & { categories?: readonly string[] },
): Promise<void> {
  const after = { ...before, ...told };
  const now = ctx.clock.now();
  const isBornAsBefore =
    after.birthDate === before.birthDate ||
    [after.birthDate, before.birthDate].every((day) => day === null || !isBirthdayNear(day, now));
  const isAsBefore =
    isBornAsBefore &&
    after.refusesMailings === before.refusesMailings &&
    after.timeZone === before.timeZone &&
    isSameSet(after.categories, before.categories);
  if (!isAsBefore) await emitContactChanged(ctx, scope, before.id);
}

/** Lets what waits for a customer, and what lies ahead of her, be decided again. */
export async function emitContactChanged(ctx: Telling, scope: TenantScope, contactId: ContactId): Promise<void> {
  const happened = { contactId, facts: { contactId }, occurredAt: ctx.clock.now() };
  await emit(ctx, scope, contactChanged, { dedupeKey: randomUUIDv7(), ...happened });
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}
