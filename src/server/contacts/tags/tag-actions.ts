import type { z } from 'zod';
import type { changeTags as changeTagsCall } from '#contract/contacts/tags.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { MAX_TAGS } from '#contract/contacts/values.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { contactChanged } from '#server/contacts/jobs.ts';
import { lockSubject } from '#server/contacts/book/queries.ts';
import { deleteTags, insertTags, listTags, listTagsOf } from './tag-queries.ts';

/** Lists the tags in use, sorted. */
export async function tagsInUse(scope: TenantScope): Promise<string[]> {
  return listTags(scope);
}

/** Lists the tags of one contact, sorted. */
export async function tagsOf(scope: TenantScope, id: ContactId): Promise<string[]> {
  return listTagsOf(scope, id);
}

/** Adds tags to contacts and takes others off them; flows with conditions on tags are planned again. Safe to repeat. */
export async function changeTags(
  scope: ActionScope,
  { contactIds, add, remove }: z.output<typeof changeTagsCall.body>,
): Promise<{ changed: number }> {
  const added = add.length > 0 ? await insertTags(scope, contactIds, await spelledAsInUse(scope, add)) : [];
  const lost = remove.length > 0 ? await deleteTags(scope, contactIds, remove) : [];
  const changed = new Set([...added, ...lost]);
  await emitChanges(scope, changed);
  if (changed.size > 0) await announce(scope, 'contacts');
  return { changed: changed.size };
}

/** Emits `contacts.changed` for every contact. */
export async function emitChanges(scope: ActionScope, contactIds: Iterable<ContactId>): Promise<void> {
  const now = scope.clock.now();
  for (const contactId of contactIds) {
    const event = { dedupeKey: `${contactId}:${now}`, contactId, facts: { contactId }, occurredAt: now };
    await emit(scope, contactChanged, event);
  }
}

/**
 * Returns tags in the spelling that is in use: "vip" is the tag "VIP".
 *
 * @throws {Problem} `tag.limit_reached`
 */
export async function spelledAsInUse(scope: TenantScope, given: readonly string[]): Promise<string[]> {
  const tags = given.map((tag) => tag.normalize('NFC'));
  await lockSubject(scope, 'tags');
  const spellings = new Map((await listTags(scope)).map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of tags) {
    const key = tag.toLowerCase();
    if (!spellings.has(key)) spellings.set(key, tag);
  }
  if (spellings.size > MAX_TAGS) throw new Problem('tag.limit_reached', { max: MAX_TAGS });
  return [...new Set(tags.map((tag) => spellings.get(tag.toLowerCase()) ?? tag))];
}
