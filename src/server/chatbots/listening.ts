import type { TenantId } from '#contract/tenants.ts';
import { getChannelForSending } from '#server/channels/actions.ts';
import { reachOf } from '#server/contacts/actions.ts';
import { optedIn, optedOut } from '#server/contacts/jobs.ts';
import { getThreadOwner } from '#server/conversations/actions.ts';
import { contactUnknown, messageReceived } from '#server/conversations/jobs.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import type { EventId } from '#server/platform/events.ts';
import { earlierOf, isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { ContactId } from '#contract/contacts.ts';
import { answerJob } from './jobs.ts';
import { findConversationOf, findEvent, findRecentMessages, type KnownEvent } from './queries.ts';
import { plainReply, replyLanguage } from './replies.ts';
import { replyAsChatbot } from './replying.ts';

type Happened = { tenantId: TenantId; eventId: EventId };

/** After a pause of this length the messages so far are answered together. */
const SILENCE_MS = 2_000;
/** Longest delay of an answer while the contact continues writing. */
const LONGEST_WAIT_MS = 8_000;

/** Queues the answer to an inbound message for when the contact pauses. A shared phone number is acknowledged at once. */
export async function hear(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    const { conversationId, inboundId } = messageReceived.facts.parse(event.facts);
    const { waitingSince, kind, isHandled } = await findRecentMessages(scope, conversationId, inboundId);
    if (kind === 'contact' && isHandled && event.contactId) {
      const content = plainReply('phone_shared', await languageFor(scope, event.contactId));
      await replyAsChatbot(ctx, scope, { conversationId, key: `phone-shared:${inboundId}`, content });
    }
    if (waitingSince === null) return;
    const silence = ctx.clock.now().add({ milliseconds: SILENCE_MS });
    const latest = waitingSince.add({ milliseconds: LONGEST_WAIT_MS });
    const runAt = earlierOf(silence, latest);
    await enqueue(scope, answerJob, { tenantId, conversationId, failures: 0 }, { runAt });
  });
}

/** Asks for the phone once, on channels that do not reveal it. */
export async function askPhone(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    const { conversationId } = contactUnknown.facts.parse(event.facts);
    const { contactId, channelId } = await getThreadOwner(scope, conversationId);
    const channel = await getChannelForSending(ctx, scope, channelId);
    if (!channel || channel.traits.reachesPhones) return;
    const content = plainReply('ask_phone', await languageFor(scope, contactId));
    await replyAsChatbot(ctx, scope, { conversationId, key: 'ask-phone', content });
  });
}

/** Confirms once that a contact opted out or back in by a message. */
export async function acknowledge(ctx: Context, { tenantId, eventId }: Happened): Promise<void> {
  await withTenant(ctx.db, tenantId, async (scope) => {
    const event = await getEvent(scope, eventId);
    const reply = acknowledgementOf(event);
    const conversation = reply && event.contactId && (await findConversationOf(scope, event.contactId));
    if (!reply || !event.contactId || !conversation) return;
    // NOTE: a member may lift an opt-out too; only the contact's own recent message is confirmed.
    const since = event.occurredAt.subtract({ minutes: 1 });
    if (!conversation.lastInboundAt || isBefore(conversation.lastInboundAt, since)) return;
    const content = plainReply(reply, await languageFor(scope, event.contactId));
    await replyAsChatbot(ctx, scope, { conversationId: conversation.id, key: eventId, content });
  });
}

/** The link's page confirms by itself, and an opt-out by a member or the provider is not the contact's own: null. */
function acknowledgementOf(event: KnownEvent): 'opted_out' | 'opted_in' | null {
  if (event.name === optedIn.name) return 'opted_in';
  const { source } = optedOut.facts.parse(event.facts);
  return source === 'word' || source === 'button' ? 'opted_out' : null;
}

async function languageFor(scope: TenantScope, contactId: ContactId) {
  const { customerLanguage } = await getTenant(scope);
  return replyLanguage((await reachOf(scope, [contactId])).get(contactId)?.contact.language, customerLanguage);
}

async function getEvent(scope: TenantScope, eventId: EventId): Promise<KnownEvent> {
  const event = await findEvent(scope, eventId);
  if (!event) throw new Error(`There is no event ${eventId}`);
  return event;
}
