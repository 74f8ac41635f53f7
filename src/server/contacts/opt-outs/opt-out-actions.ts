import type { ContactId, OptOutId } from '#contract/contacts/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  addOptOuts as addOptOutsCall,
  changeOptOut as changeOptOutCall,
  listOptOuts as listOptOutsCall,
  OptOutPeriod,
} from '#contract/contacts/opt-outs.ts';
import type { ActionScope, Context, MemberScope } from '#server/platform/context/context.ts';
import { type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { phoneCountryDiffers, readPhones } from '#server/tenants/rules.ts';
import { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { countOptOuts, listOptOuts } from '#server/contacts/lists/list-queries.ts';
import {
  type ClockedScope,
  findOptOutForUpdate,
  insertOptOuts,
  listActiveOptOuts,
  listEnded,
  type NewOptOut,
  type OptOutEntry,
  setEnded,
  setLifted,
  setRestored,
  type Subject,
  updateOptOut,
} from '#server/contacts/book/opt-out-queries.ts';
import { listContactsByPhone, lockSubject } from '#server/contacts/book/queries.ts';
import { endOfPeriod, makesNeedless } from '#server/contacts/book/rules.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Lists a page of the ignore list or of its history, with the number of entries. */
export async function describeOptOuts(
  scope: ClockedScope,
  query: QueryOf<typeof listOptOutsCall>,
): Promise<ReplyOf<typeof listOptOutsCall>> {
  return { ...(await pageOfOptOuts(scope, query)), count: await countOptOuts(scope, query) };
}

/** Lists a page of the ignore list or of its history. */
export async function pageOfOptOuts(scope: ClockedScope, query: QueryOf<typeof listOptOutsCall>) {
  const { customerLanguage } = await getTenant(scope);
  return listOptOuts(scope, query, customerLanguage);
}

/** Opts out a pasted list of phones: all of them or, when one is unreadable, none. */
export async function addOptOuts(
  scope: MemberScope,
  { phones: typed, note, scope: reach, period }: BodyOf<typeof addOptOutsCall>,
): Promise<ReplyOf<typeof addOptOutsCall>> {
  const { countryId, timeZone } = await getTenant(scope);
  const { phones, wrong } = readPhones(typed.join('\n'), countryId);
  if (wrong.length > 0) throw new Problem('request.invalid', { fields: { phones: wrong } });
  if (phones.length === 0) throw new Problem('request.invalid', { fields: { phones: ['required'] } });
  const endsAt = futureEnd(period, scope.clock.now(), timeZone);
  const added = await addMissing(
    scope,
    phones.map((phone) => ({ phone, note: null })),
    { channelId: null, scope: reach, source: 'member', note: note || null, createdBy: scope.memberId, endsAt },
  );
  const foreign = phones.filter((phone) => phoneCountryDiffers(phone, countryId)).length;
  return { added: added.size, alreadyThere: phones.length - added.size, foreign };
}

/**
 * Returns when a period ends.
 *
 * @throws {Problem} on the field `period.day` when that is not ahead
 */
export function futureEnd(period: OptOutPeriod, now: Temporal.Instant, timeZone: string): Temporal.Instant | null {
  const endsAt = endOfPeriod(period, now, timeZone);
  if (endsAt && !isAfter(endsAt, now)) throw wrongField('period.day', 'date_past');
  return endsAt;
}

/** Adds opt-outs for phones that no stored one makes needless. @returns the phones that were added */
export async function addMissing(
  scope: ActionScope,
  listed: readonly { phone: string; note: string | null }[],
  { endsAt = null, ...rest }: Omit<NewOptOut, 'createdAt'>,
): Promise<Set<string>> {
  const entry = { ...rest, endsAt };
  await lockSubject(scope, 'opt-out-list');
  const contacts = await listContactsByPhone(
    scope,
    listed.map(({ phone }) => phone),
  );
  const subjects = listed.map(({ phone, note }) => ({ phone, note, contactId: contacts.get(phone) ?? null }));
  const active = (await listActiveOptOuts(scope, subjects)).filter((stored) => makesNeedless(stored, entry));
  const silentPhones = new Set(active.map(({ phone }) => phone));
  const silentContacts = new Set(active.map(({ contactId }) => contactId));
  const fresh = subjects.filter(
    ({ phone, contactId }) => !silentPhones.has(phone) && !(contactId !== null && silentContacts.has(contactId)),
  );
  if (fresh.length > 0) await insertAndEmit(scope, fresh, { ...entry, createdAt: scope.clock.now() });
  return new Set(fresh.map(({ phone }) => phone));
}

async function insertAndEmit(
  scope: ActionScope,
  fresh: readonly (Subject & { note: string | null })[],
  entry: NewOptOut,
): Promise<void> {
  const { channelId, scope: reach, source, createdAt } = entry;
  const ids = await insertOptOuts(scope, fresh, entry);
  for (const [index, { contactId }] of fresh.entries()) {
    const dedupeKey = ids[index];
    if (!contactId || !dedupeKey) continue;
    const facts = { channelId, scope: reach, source, contactId };
    await emit(scope, optedOut, { dedupeKey, contactId, facts, occurredAt: createdAt });
  }
  await announce(scope, 'contacts');
}

/**
 * Changes the reason and the period of an entry in effect.
 *
 * @throws {Problem} `opt_out.changed_meanwhile` when it is not what the member saw
 */
export async function changeOptOut(
  scope: MemberScope,
  id: OptOutId,
  { note, period, before }: BodyOf<typeof changeOptOutCall>,
): Promise<void> {
  const entry = await findOptOutForUpdate(scope, id);
  if (!entry) throw new Problem('opt_out.not_found');
  const now = scope.clock.now();
  if (entry.liftedAt || (entry.endsAt && !isAfter(entry.endsAt, now))) throw new Problem('opt_out.over');
  if ((entry.note ?? '') !== before.note || (entry.endsAt?.toString() ?? null) !== before.endsAt)
    throw new Problem('opt_out.changed_meanwhile');
  const endsAt = futureEnd(period, now, (await getTenant(scope)).timeZone);
  await updateOptOut(scope, id, { note: note || null, endsAt });
  await announce(scope, 'contacts');
}

/** Takes entries off the list. Safe to repeat. @returns those that were on it */
export async function liftOptOuts(scope: MemberScope, ids: readonly OptOutId[]): Promise<OptOutId[]> {
  const at = scope.clock.now();
  const lifted = await setLifted(scope, ids, { at, how: 'member', by: scope.memberId });
  await emitOptedIn(scope, lifted, at);
  return lifted.map(({ id }) => id);
}

/** Puts entries back that a member took off. @returns those that were put back */
export async function restoreOptOuts(scope: MemberScope, ids: readonly OptOutId[]): Promise<OptOutId[]> {
  const now = scope.clock.now();
  const restored = await setRestored(scope, ids, now);
  const contactOf = await contactsOf(scope, restored);
  for (const entry of restored) {
    const { id, channelId, scope: reach, source } = entry;
    const contactId = contactOf(entry);
    if (!contactId) continue;
    const facts = { contactId, channelId, scope: reach, source };
    await emit(scope, optedOut, { dedupeKey: `${id}:${now}`, contactId, facts, occurredAt: now });
  }
  if (restored.length > 0) await announce(scope, 'contacts');
  return restored.map(({ id }) => id);
}

/** Emits that contacts may be messaged again, so that what their opt-out had cancelled is planned again. */
export async function emitOptedIn(
  scope: ActionScope,
  lifted: readonly OptOutEntry[],
  now: Temporal.Instant,
): Promise<void> {
  const contactOf = await contactsOf(scope, lifted);
  for (const entry of lifted) {
    const { id, channelId } = entry;
    const contactId = contactOf(entry);
    if (!contactId) continue;
    await emit(scope, optedIn, {
      dedupeKey: `${id}:${now}`,
      contactId,
      facts: { contactId, channelId },
      occurredAt: now,
    });
  }
  if (lifted.length > 0) await announce(scope, 'contacts');
}

/** Finds the contacts of entries; a phone without contact when it was listed may have one now. */
async function contactsOf(
  scope: TenantScope,
  entries: readonly Subject[],
): Promise<(entry: Subject) => ContactId | null> {
  const phones = entries.flatMap(({ contactId, phone }) => (contactId || phone === null ? [] : phone));
  const found = phones.length > 0 ? await listContactsByPhone(scope, phones) : new Map<string, ContactId>();
  return ({ contactId, phone }) => contactId ?? (phone === null ? null : (found.get(phone) ?? null));
}

const ENDED_AT_ONCE = 500;

/**
 * Records opt-outs whose time is over. They stopped holding at that moment by the clock; this writes their history and
 * has their messages planned again.
 */
export async function endOptOuts(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  while (!signal.aborted) {
    const ended = await withSystem(ctx, (scope) => listEnded(scope, now, ENDED_AT_ONCE));
    for (const [tenantId, entries] of Map.groupBy(ended, (entry) => entry.tenantId)) {
      await withTenant(ctx, tenantId, async (scope) => {
        const ids = entries.map(({ id }) => id);
        await emitOptedIn(scope, await setEnded(scope, ids, now), now);
      });
    }
    if (ended.length < ENDED_AT_ONCE) return;
  }
}
