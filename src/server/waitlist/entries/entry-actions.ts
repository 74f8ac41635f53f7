import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  createWaitEntry,
  listWaitEntries,
  saveWaitEntry,
  WaitEntry,
  WaitEntryId,
} from '#contract/waitlist/calls.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import {
  countWaiting,
  findEntry,
  insertEntry,
  isPreferenceKnown,
  type NewEntry,
  pageOfEntries,
  setEntryStatus,
  updateEntry,
} from './entry-queries.ts';

/** A list that no person can look through is no list. */
const MAX_WAITING = 5_000;

export async function listEntries(
  scope: ActionScope,
  query: QueryOf<typeof listWaitEntries>,
): Promise<ReplyOf<typeof listWaitEntries>> {
  return pageOfEntries(scope, query, await todayOf(scope));
}

/** Adds a contact to the waiting list. A visit is there once: the second request returns null. */
export async function joinWaitlist(scope: ActionScope, entry: NewEntry): Promise<WaitEntry | null> {
  if (!(await reachOf(scope, [entry.contactId])).has(entry.contactId)) throw new Problem('contact.not_found');
  if (!(await isPreferenceKnown(scope, entry.preference))) throw new Problem('waitlist.preference_unknown');
  if ((await countWaiting(scope, MAX_WAITING)) >= MAX_WAITING) throw new Problem('waitlist.full');
  const id = await insertEntry(scope, entry, scope.clock.now());
  if (!id) return null;
  await announce(scope, 'waitlist');
  return getEntry(scope, id);
}

export async function addEntry(
  scope: ActionScope,
  { contactId, preference, comment }: BodyOf<typeof createWaitEntry>,
): Promise<WaitEntry> {
  const entry = await joinWaitlist(scope, { contactId, preference, comment, source: 'staff', visitId: null });
  if (!entry) throw new Problem('waitlist.full');
  return entry;
}

export async function saveEntry(
  scope: ActionScope,
  id: WaitEntryId,
  { preference, comment }: BodyOf<typeof saveWaitEntry>,
): Promise<WaitEntry> {
  await getEntry(scope, id);
  if (!(await isPreferenceKnown(scope, preference))) throw new Problem('waitlist.preference_unknown');
  await updateEntry(scope, id, { preference, comment }, scope.clock.now());
  await announce(scope, 'waitlist');
  return getEntry(scope, id);
}

/** Takes a contact off the list, or puts them back. Safe to repeat. */
export async function setEntryWaits(scope: ActionScope, id: WaitEntryId, waits: boolean): Promise<WaitEntry> {
  await getEntry(scope, id);
  await setEntryStatus(scope, id, { status: waits ? 'waiting' : 'removed', now: scope.clock.now() });
  await announce(scope, 'waitlist');
  return getEntry(scope, id);
}

async function getEntry(scope: ActionScope, id: WaitEntryId): Promise<WaitEntry> {
  const entry = await findEntry(scope, id, await todayOf(scope));
  if (!entry) throw new Problem('waitlist_entry.not_found');
  return entry;
}

async function todayOf(scope: ActionScope): Promise<string> {
  const { timeZone } = await getTenant(scope);
  return scope.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
