import type { z } from 'zod';
import type {
  changeSubscriberTags as changeSubscriberTagsCall,
  listSubscribers as listSubscribersCall,
  Subscriber,
  SubscriberFilter,
} from '#contract/contacts/subscribers.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { findContacts } from '#server/contacts/lists/search-queries.ts';
import {
  countSubscribers,
  listSubscribedChannels,
  listSubscribers,
  type SubscriberQuestion,
} from './subscriber-queries.ts';
import { changeTags } from './tag-actions.ts';

/** A search that matches more contacts is so frequent that reading subscribers in their order finds a page at once. */
const RARE = 1_000;

/** Subscribers whose tags are changed in one call. */
const TAGGED = 500;

/** Lists subscribers of a page, with their number and the channels to filter by. */
export async function describeSubscribers(
  scope: TenantScope,
  query: QueryOf<typeof listSubscribersCall>,
): Promise<ReplyOf<typeof listSubscribersCall>> {
  const question = await questionOf(scope, query);
  return {
    ...(await listSubscribers(scope, question, query)),
    count: await countSubscribers(scope, question),
    channels: await listSubscribedChannels(scope),
  };
}

/** Lists subscribers, a page at a time. */
export async function pageOfSubscribers(
  scope: TenantScope,
  filter: SubscriberFilter,
  page: { cursor?: string; limit: number },
): Promise<{ items: Subscriber[]; nextCursor: string | null }> {
  return listSubscribers(scope, await questionOf(scope, filter), page);
}

/** Changes the tags of the next subscribers of a filter. Safe to repeat. */
export async function changeSubscriberTags(
  scope: ActionScope,
  { filter, cursor, ...change }: z.output<typeof changeSubscriberTagsCall.body>,
): Promise<ReplyOf<typeof changeSubscriberTagsCall>> {
  const page = await pageOfSubscribers(scope, filter, { ...(cursor && { cursor }), limit: TAGGED });
  const contactIds = [...new Set(page.items.map(({ contactId }) => contactId))];
  const { changed } = contactIds.length > 0 ? await changeTags(scope, { ...change, contactIds }) : { changed: 0 };
  return { done: page.items.length, changed, nextCursor: page.nextCursor };
}

/** A filter with the contacts of its search, where they are few. */
async function questionOf(scope: TenantScope, filter: SubscriberFilter): Promise<SubscriberQuestion> {
  const { search } = filter;
  const found = search ? await findContacts(scope, { search, limit: RARE + 1 }) : null;
  return { ...filter, contactIds: found && found.length <= RARE ? found : null };
}
