import type { MemberScope } from '#server/platform/context/context.ts';
import type { Contact, ContactChange, ContactId, optOutContact as optOutCall } from '#contract/contacts/calls.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { z } from 'zod';
import { emit } from '#server/platform/events/events.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { changeContact } from './change-queries.ts';
import { subjectOf } from './identity.ts';
import { contactChanged, optedOut } from '#server/contacts/jobs.ts';
import { insertOptOuts, listActiveOptOuts } from './opt-out-queries.ts';
import { findContact } from './queries.ts';
import { isBirthDate, makesNeedless, type OptOutBounds } from './rules.ts';

/** Stores a member's corrections of a contact; a changed zone or language replans their messages. */
export async function updateContact(
  scope: MemberScope,
  id: ContactId,
  change: z.infer<typeof ContactChange>,
): Promise<Contact> {
  const before = await findContact(scope, id, { isLocked: true });
  if (!before) throw new Problem('contact.not_found');
  const now = scope.clock.now();
  if (change.birthDate && !isBirthDate(change.birthDate, now)) throw wrongField('birthDate', 'birth_date');
  const changed = await changeContact(scope, id, change);
  const facts = { contactId: id };
  await emit(scope, contactChanged, { dedupeKey: `${id}:${now}`, contactId: id, facts, occurredAt: now });
  await announce(scope, 'contacts');
  return changed;
}

/** Opts a contact out on a member's request. Safe to repeat. */
export async function optOutContact(
  scope: MemberScope,
  contactId: ContactId,
  { scope: reach, note }: BodyOf<typeof optOutCall>,
): Promise<ReplyOf<typeof optOutCall>> {
  const subject = await subjectOf(scope, { contactId });
  const bounds: OptOutBounds = { channelId: null, scope: reach };
  const wanted = { ...bounds, source: 'member' as const, endsAt: null };
  const there = (await listActiveOptOuts(scope, [subject])).find((entry) => makesNeedless(entry, wanted));
  if (there) return { optOutId: there.id, isNew: false };

  const now = scope.clock.now();
  const entry = { ...wanted, note: note || null, createdAt: now, createdBy: scope.memberId };
  const [optOutId] = await insertOptOuts(scope, [subject], entry);
  if (!optOutId) throw new Error('An opt-out was not written');
  const facts = { ...bounds, contactId, source: entry.source };
  await emit(scope, optedOut, { dedupeKey: optOutId, contactId, facts, occurredAt: now });
  await announce(scope, 'contacts');
  return { optOutId, isNew: true };
}
