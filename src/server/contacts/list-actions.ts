import type { addOptOuts as addOptOutsCall, ContactId, IgnoreLink, OptOutId } from '#contract/contacts.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MemberContext, PublicContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { readPhones } from '#server/tenants/rules.ts';
import { liftOptOut, optOut } from './actions.ts';
import { readIgnoreToken } from './link-actions.ts';
import { optedIn, optedOut } from './jobs.ts';
import { findOptOutForUpdate, insertOptOuts, listActiveOptOuts, setLifted, setRestored } from './opt-out-queries.ts';
import { findContact, listContactsByPhone, lockSubject } from './queries.ts';
import { covers, likelyLanguage, maskPhone, type OptOutBounds } from './rules.ts';
import { findContacts } from './search-queries.ts';

/** Lists contacts that match a search, those with the newest visit first, after a cursor; at most `limit`. */
export async function searchContacts(
  scope: TenantScope,
  query: Parameters<typeof findContacts>[1],
): Promise<ContactId[]> {
  return findContacts(scope, query);
}

const EVERYTHING: OptOutBounds = { channelId: null, scope: 'all' };

/** Opts out a pasted list of phones: all of them or, when one is unreadable, none. */
export async function addOptOuts(
  ctx: MemberContext,
  { phones: typed, note }: BodyOf<typeof addOptOutsCall>,
): Promise<ReplyOf<typeof addOptOutsCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const { countryId } = await getTenant(scope);
    const { phones, wrong } = readPhones(typed.join('\n'), countryId);
    if (wrong.length > 0) throw new Problem('request.invalid', { fields: { phones: wrong } });
    if (phones.length === 0) throw new Problem('request.invalid', { fields: { phones: ['required'] } });

    await lockSubject(scope, 'opt-out-list');
    const contacts = await listContactsByPhone(scope, phones);
    const subjects = phones.map((phone) => ({ phone, contactId: contacts.get(phone) ?? null }));
    const active = (await listActiveOptOuts(scope, subjects)).filter((entry) => covers(entry, EVERYTHING));
    const fresh = subjects.filter(
      ({ phone, contactId }) =>
        !active.some((entry) => entry.phone === phone || (contactId !== null && entry.contactId === contactId)),
    );
    await listThem(ctx, scope, fresh, note ?? null);
    return { added: fresh.length, alreadyThere: phones.length - fresh.length };
  });
}

async function listThem(
  ctx: MemberContext,
  scope: TenantScope,
  fresh: Parameters<typeof insertOptOuts>[1],
  note: string | null,
): Promise<void> {
  if (fresh.length === 0) return;
  const now = ctx.clock.now();
  const ids = await insertOptOuts(scope, fresh, { ...EVERYTHING, source: 'member', note, createdAt: now });
  for (const [index, { contactId }] of fresh.entries()) {
    const dedupeKey = ids[index];
    if (!contactId || !dedupeKey) continue;
    const facts = { ...EVERYTHING, contactId, source: 'member' as const };
    await emit(ctx, scope, optedOut, { dedupeKey, contactId, facts, occurredAt: now });
  }
  await announce(scope, 'contacts');
}

/** Lifts one opt-out. Safe to repeat. */
export async function removeOptOut(ctx: MemberContext, id: OptOutId): Promise<void> {
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const entry = await findOptOutForUpdate(scope, id);
    if (!entry) throw new Problem('opt_out.not_found');
    const now = ctx.clock.now();
    if (!(await setLifted(scope, [id], now))) return;
    const { channelId } = entry;
    const contactId = await findWhose(scope, entry);
    if (contactId) {
      const dedupeKey = `${id}:${now}`;
      await emit(ctx, scope, optedIn, { dedupeKey, contactId, facts: { contactId, channelId }, occurredAt: now });
    }
    await announce(scope, 'contacts');
  });
}

/** Restores a lifted opt-out. */
export async function restoreOptOut(ctx: MemberContext, id: OptOutId): Promise<void> {
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const entry = await findOptOutForUpdate(scope, id);
    if (!entry) throw new Problem('opt_out.not_found');
    if (!(await setRestored(scope, id))) return;
    const now = ctx.clock.now();
    const { channelId, source } = entry;
    const contactId = await findWhose(scope, entry);
    if (contactId) {
      const facts = { contactId, channelId, scope: entry.scope, source };
      await emit(ctx, scope, optedOut, { dedupeKey: `${id}:${now}`, contactId, facts, occurredAt: now });
    }
    await announce(scope, 'contacts');
  });
}

/** Finds the contact of an entry; a phone without contact when it was listed may have one now. */
async function findWhose(
  scope: TenantScope,
  { contactId, phone }: { contactId: ContactId | null; phone: string | null },
): Promise<ContactId | null> {
  if (contactId || phone === null) return contactId;
  return (await listContactsByPhone(scope, [phone])).get(phone) ?? null;
}

/** Describes the page of a contact's link in a message. */
export async function readIgnoreLink(ctx: PublicContext, token: string): Promise<IgnoreLink> {
  const { tenantId, contactId } = named(ctx, token);
  return withTenant(ctx.db, tenantId, (scope) => describeLink(scope, contactId));
}

/** Stops or allows messages for the contact of the link. */
export async function optOutByLink(ctx: PublicContext, token: string, isOptedOut: boolean): Promise<IgnoreLink> {
  const { tenantId, contactId } = named(ctx, token);
  return withTenant(ctx.db, tenantId, async (scope) => {
    if (!(await findContact(scope, contactId))) throw new Problem('opt_out.link_invalid');
    if (isOptedOut) await optOut(ctx, scope, { contactId, scope: 'all', source: 'link' });
    else await liftOptOut(ctx, scope, { contactId });
    return describeLink(scope, contactId);
  });
}

function named(ctx: PublicContext, token: string) {
  const link = readIgnoreToken(ctx, token);
  if (!link) throw new Problem('opt_out.link_invalid');
  return link;
}

async function describeLink(
  scope: TenantScope,
  contactId: NonNullable<ReturnType<typeof readIgnoreToken>>['contactId'],
): Promise<IgnoreLink> {
  const contact = await findContact(scope, contactId);
  if (!contact) throw new Problem('opt_out.link_invalid');
  const tenant = await getTenant(scope);
  const entries = await listActiveOptOuts(scope, [{ contactId, phone: contact.phone }]);
  return {
    businessName: tenant.name,
    maskedPhone: contact.phone && maskPhone(contact.phone),
    isOptedOut: entries.some((entry) => entry.scope === 'all'),
    language: contact.language ?? likelyLanguage(contact.phone) ?? tenant.customerLanguage,
  };
}
