import { z } from 'zod';
import type { ContactId } from '#contract/contacts/calls.ts';
import {
  type Conversation,
  ConversationId,
  type countConversations as countCall,
  type ConversationList,
} from '#contract/conversations/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { listColleagues } from '#server/auth/members/duty-actions.ts';
import { listAnswerChannels } from '#server/channels/storage/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { checkChannels } from '#server/contacts/book/channel-choice-rules.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { beginThread, getConversation } from '#server/conversations/inbound/actions.ts';
import { countLists, listConversationRows } from '#server/conversations/threads/list-queries.ts';
import { lastSeq, noteLive } from '#server/conversations/threads/live-actions.ts';
import { findConversationOf } from '#server/conversations/threads/queries.ts';

const ConversationCursor = z.tuple([z.iso.datetime(), ConversationId]);

export async function listConversations(
  scope: Pick<MemberScope, 'tx' | 'tenantId' | 'memberId'>,
  query: { list: ConversationList; cursor?: string | undefined; limit: number },
): Promise<{ items: Conversation[]; nextCursor: string | null }> {
  const { list, limit } = query;
  const after = readCursor(query.cursor, ConversationCursor);
  const rows = await listConversationRows(scope, { list, memberId: scope.memberId, after, limit });
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.lastMessageAt, row.id],
  );
}

export async function countConversations(scope: MemberScope): Promise<ReplyOf<typeof countCall>> {
  const seq = await lastSeq(scope); // NOTE: before the counts, so that no later event is taken for counted
  const { forMe, ...lists } = await countLists(scope, scope.memberId);
  return { lists, forMe, seq };
}

/** Returns the contact's conversation, begun on the first channel that reaches them where there was none. */
export async function openConversation(scope: MemberScope, contactId: ContactId): Promise<Conversation> {
  const known = await findConversationOf(scope, contactId);
  if (known) return getConversation(scope, known.id);
  const person = (await reachOf(scope, [contactId])).get(contactId);
  if (!person) throw new Problem('contact.not_found');
  const channels = await listAnswerChannels(scope);
  const { contact, addresses, optOuts } = person;
  const checked = checkChannels({
    channels,
    person: { phone: contact.phone, addresses, optOuts },
    templateChannelIds: [],
    at: scope.clock.now(),
  });
  // A channel that takes no free text now may take a template.
  const way = checked.find(({ blocker }) => blocker === null) ?? checked.find(({ blocker }) => blocker === 'closed');
  if (!way) throw new Problem('conversation.no_channel');
  const channelId = way.channel.id;
  const addressId = addresses.find((one) => one.channelId === channelId)?.id ?? null;
  const { id } = await beginThread(scope, { contactId, channelId, addressId });
  noteLive(scope, { kind: 'changed', conversationId: id, memberId: scope.memberId });
  return getConversation(scope, id);
}

/** Lists those a conversation can be assigned to, the caller first. */
export async function listMembers(scope: MemberScope): Promise<Awaited<ReturnType<typeof listColleagues>>> {
  const members = await listColleagues(scope);
  return members.toSorted((one, other) => Number(other.id === scope.memberId) - Number(one.id === scope.memberId));
}
