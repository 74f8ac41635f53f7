import { getChannelForSending } from '#server/channels/storage/actions.ts';
import type { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { languageOfContact } from '#server/conversations/answering/language-reads.ts';
import { CHATBOT } from '#server/conversations/answering/rules.ts';
import { getThreadOwner, latestConversation } from '#server/conversations/inbound/actions.ts';
import type { contactUnknown, phoneShared } from '#server/conversations/jobs.ts';
import { postReply } from '#server/delivery/threads/reply-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { plainReply } from '#server/chatbots/booking/replies.ts';

type OptOutEvent = EventOf<typeof optedOut | typeof optedIn>;

/** Thanks for a shared phone number at once. */
export async function thankForPhone(scope: ActionScope, event: EventOf<typeof phoneShared>): Promise<void> {
  const { conversationId, inboundId } = event.facts;
  if (!event.contactId) return;
  const content = plainReply('phone_shared', await languageOfContact(scope, event.contactId));
  await postReply(scope, { sender: CHATBOT, conversationId, key: `phone-shared:${inboundId}`, contents: [content] });
}

/** Asks for the phone once, on channels that do not reveal it. */
export async function requestPhone(scope: ActionScope, event: EventOf<typeof contactUnknown>): Promise<void> {
  const { conversationId } = event.facts;
  const { contactId, channelId } = await getThreadOwner(scope, conversationId);
  const channel = await getChannelForSending(scope, channelId);
  if (!channel || channel.traits.reachesPhones) return;
  const content = plainReply('ask_phone', await languageOfContact(scope, contactId));
  await postReply(scope, { sender: CHATBOT, conversationId, key: 'ask-phone', contents: [content] });
}

/** Confirms once that a contact opted out or back in by a message. */
export async function acknowledge(scope: ActionScope, event: OptOutEvent): Promise<void> {
  const reply = acknowledgementOf(event);
  const conversation = reply && event.contactId && (await latestConversation(scope, event.contactId));
  if (!reply || !event.contactId || !conversation) return;
  // NOTE: a member may lift an opt-out too; only the contact's own recent message is confirmed.
  const since = event.occurredAt.subtract({ minutes: 1 });
  if (!conversation.lastInboundAt || isBefore(conversation.lastInboundAt, since)) return;
  const content = plainReply(reply, await languageOfContact(scope, event.contactId));
  const { id: conversationId } = conversation;
  await postReply(scope, { sender: CHATBOT, conversationId, key: event.id, contents: [content] });
}

/** The link's page confirms by itself, and an opt-out by a member or the provider is not the contact's own: null. */
function acknowledgementOf(event: OptOutEvent): 'opted_out' | 'opted_in' | null {
  if (event.name === 'contacts.opted_in') return 'opted_in';
  const { source } = event.facts;
  return source === 'word' || source === 'button' ? 'opted_out' : null;
}
