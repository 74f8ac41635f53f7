import type { Contact, ContactChange, ContactId, optOutContact as optOutCall } from '#contract/contacts.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { z } from 'zod';
import type { MemberContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { changeContact } from './change-queries.ts';
import { subjectOf } from './identity.ts';
import { contactChanged, optedOut } from './jobs.ts';
import { insertOptOuts, listActiveOptOuts } from './opt-out-queries.ts';
import { findContact } from './queries.ts';
import { covers, isBirthDate, type OptOutBounds } from './rules.ts';

/** Stores a member's corrections of a contact; a changed zone or language replans their messages. */
export async function updateContact(
  ctx: MemberContext,
  id: ContactId,
  change: z.infer<typeof ContactChange>,
): Promise<Contact> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const before = await findContact(scope, id, { isLocked: true });
    if (!before) throw new Problem('contact.not_found');
    const now = ctx.clock.now();
    if (change.birthDate && !isBirthDate(change.birthDate, now)) throw wrongField('birthDate', 'birth_date');
    const changed = await changeContact(scope, id, change);
    const facts = { contactId: id };
    await emit(ctx, scope, contactChanged, { dedupeKey: `${id}:${now}`, contactId: id, facts, occurredAt: now });
    await announce(scope, 'contacts');
    return changed;
  });
}

/** Opts a contact out on a member's request. Safe to repeat. */
export async function optOutContact(
  ctx: MemberContext,
  contactId: ContactId,
  { scope: reach, note }: BodyOf<typeof optOutCall>,
): Promise<ReplyOf<typeof optOutCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const subject = await subjectOf(scope, { contactId });
    const bounds: OptOutBounds = { channelId: null, scope: reach };
    const there = (await listActiveOptOuts(scope, [subject])).find((entry) => covers(entry, bounds));
    if (there) return { optOutId: there.id, isNew: false };

    const now = ctx.clock.now();
    const entry = { ...bounds, source: 'member' as const, note: note || null, createdAt: now };
    const [optOutId] = await insertOptOuts(scope, [subject], entry);
    if (!optOutId) throw new Error('An opt-out was not written');
    const facts = { ...bounds, contactId, source: entry.source };
    await emit(ctx, scope, optedOut, { dedupeKey: optOutId, contactId, facts, occurredAt: now });
    await announce(scope, 'contacts');
    return { optOutId, isNew: true };
  });
}
