import { z } from 'zod';
import { UnreadablePayload } from '#server/connections/port.ts';
import type { TalkCapability } from '#server/connections/talk-port.ts';
import { talkIdOf } from './api-client.ts';
import { jsonOf, readAs } from '#server/connections/payload-port.ts';
import { Conversation, Message, toMessage, toTalk } from './shapes.ts';

type Read = ReturnType<TalkCapability['readPayload']>;

const Id = z.number().int();
const Event = z.object({
  event: z.string(),
  account: z.object({ id: Id }).nullish().catch(null),
  account_id: Id.nullish().catch(null),
});
const MessageEvent = Message.extend({ conversation: Conversation });

/** Other events (contacts, typing) are about nothing that we keep. */
const OF_MESSAGES = ['message_created', 'message_updated'];
const OF_TALKS = [
  'conversation_created',
  'conversation_updated',
  'conversation_status_changed',
  'conversation_opened',
  'conversation_resolved',
];

/** Account webhooks, API inboxes and bots post the same payload. */
export function readPayload(body: Buffer, branchExternalIds: readonly string[] = []): Read {
  const json = jsonOf(body);
  const event = Event.safeParse(json);
  if (!event.success) throw new UnreadablePayload('no event');
  const nothing = { branchExternalId: null, messages: [], talks: [], unreadable: [] };
  const { event: name, account, account_id: accountId } = event.data;
  if (OF_MESSAGES.includes(name)) {
    const read = readAs(MessageEvent, json);
    const { conversation } = read;
    const at = read.created_at;
    const branchExternalId = branchOf(account?.id ?? accountId, branchExternalIds);
    if (branchExternalId === null) return nothing;
    const owner = accountIn(branchExternalId);
    const talk = toTalk(conversation, owner, at);
    const place = { talkId: talkIdOf(owner, conversation.id), inboxId: String(conversation.inbox_id) };
    const message = { ...toMessage(read, place), ...(talk && { talk }) };
    return { ...nothing, branchExternalId, messages: [message], talks: talk ? [talk] : [] };
  }
  if (!OF_TALKS.includes(name)) return nothing;
  const conversation = readAs(Conversation, json);
  const owner = account?.id ?? accountId ?? conversation.messages?.find((one) => one.account_id)?.account_id;
  const branchExternalId = branchOf(owner, branchExternalIds);
  if (branchExternalId === null) return nothing;
  const talk = toTalk(conversation, accountIn(branchExternalId));
  return { ...nothing, branchExternalId, talks: talk ? [talk] : [] };
}

const accountIn = (branchExternalId: string): string => branchExternalId.split('/').at(-1) ?? '';

/** @param account not in each payload: where the connection has one account, it is that */
function branchOf(account: number | null | undefined, branches: readonly string[]): string | null {
  if (account === null || account === undefined) return branches.length === 1 ? (branches[0] ?? null) : null;
  return branches.find((one) => accountIn(one) === String(account)) ?? null;
}
