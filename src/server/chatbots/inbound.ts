import { getChannelForSending } from '#server/channels/storage/actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { getThreadOwner, latestConversation } from '#server/conversations/inbound/actions.ts';
import type { contactUnknown, messageReceived } from '#server/conversations/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { earlierOf, isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { answerJob } from './jobs.ts';
import { findRecentMessages } from './queries.ts';
import { plainReply, replyLanguage } from './replies.ts';
import { replyAsChatbot } from './replying.ts';

type OptOutEvent = EventOf<typeof optedOut | typeof optedIn>;

/** After a pause of this length the messages so far are answered together. */
const SILENCE_MS = 2_000;
/** Longest delay of an answer while the contact continues writing. */
const LONGEST_WAIT_MS = 8_000;

/** Queues the answer to an inbound message for when the contact pauses. A shared phone number is acknowledged at once. */
export async function queueAnswer(scope: ActionScope, event: EventOf<typeof messageReceived>): Promise<void> {
  const { conversationId, inboundId } = event.facts;
  const { waitingSince, kind, isHandled } = await findRecentMessages(scope, conversationId, inboundId);
  if (kind === 'contact' && isHandled && event.contactId) {
    const content = plainReply('phone_shared', await languageFor(scope, event.contactId));
    await replyAsChatbot(scope, { conversationId, key: `phone-shared:${inboundId}`, content });
  }
  if (waitingSince === null) return;
  const silence = scope.clock.now().add({ milliseconds: SILENCE_MS });
  const latest = waitingSince.add({ milliseconds: LONGEST_WAIT_MS });
  const runAt = earlierOf(silence, latest);
  await enqueue(scope, answerJob, { tenantId: scope.tenantId, conversationId, failures: 0 }, { runAt });
}

/** Asks for the phone once, on channels that do not reveal it. */
export async function requestPhone(scope: ActionScope, event: EventOf<typeof contactUnknown>): Promise<void> {
  const { conversationId } = event.facts;
  const { contactId, channelId } = await getThreadOwner(scope, conversationId);
  const channel = await getChannelForSending(scope, channelId);
  if (!channel || channel.traits.reachesPhones) return;
  const content = plainReply('ask_phone', await languageFor(scope, contactId));
  await replyAsChatbot(scope, { conversationId, key: 'ask-phone', content });
}

/** Confirms once that a contact opted out or back in by a message. */
export async function acknowledge(scope: ActionScope, event: OptOutEvent): Promise<void> {
  const reply = acknowledgementOf(event);
  const conversation = reply && event.contactId && (await latestConversation(scope, event.contactId));
  if (!reply || !event.contactId || !conversation) return;
  // NOTE: a member may lift an opt-out too; only the contact's own recent message is confirmed.
  const since = event.occurredAt.subtract({ minutes: 1 });
  if (!conversation.lastInboundAt || isBefore(conversation.lastInboundAt, since)) return;
  const content = plainReply(reply, await languageFor(scope, event.contactId));
  await replyAsChatbot(scope, { conversationId: conversation.id, key: event.id, content });
}

/** The link's page confirms by itself, and an opt-out by a member or the provider is not the contact's own: null. */
function acknowledgementOf(event: OptOutEvent): 'opted_out' | 'opted_in' | null {
  if (event.name === 'contacts.opted_in') return 'opted_in';
  const { source } = event.facts;
  return source === 'word' || source === 'button' ? 'opted_out' : null;
}

async function languageFor(scope: ActionScope, contactId: ContactId) {
  const { customerLanguage } = await getTenant(scope);
  return replyLanguage((await reachOf(scope, [contactId])).get(contactId)?.contact.language, customerLanguage);
}
