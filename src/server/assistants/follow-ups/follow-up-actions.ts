import type { z } from 'zod';
import { followUpJob } from '#server/assistants/jobs.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { findDialogue } from '#server/assistants/storage/dialogue-queries.ts';
import { findVisitorOfContact } from '#server/assistants/storage/visitor-queries.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { getConversation } from '#server/conversations/inbound/actions.ts';
import { areBotsSilent } from '#server/conversations/threads/rules.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { listTalk } from '#server/delivery/threads/talk-reads.ts';
import { sendReply } from '#server/delivery/threads/thread-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { dueAtOf, fillFollowUp } from './follow-up-rules.ts';

type FollowUp = z.infer<typeof followUpJob.payload>;

/** Queues the follow-up of a step; none where the assistant has no further one. */
export async function queueFollowUp(scope: ActionScope, followUp: Omit<FollowUp, 'tenantId'>): Promise<void> {
  const assistant = await findAssistant(scope, followUp.assistantId);
  const plugin = assistant?.published?.settings.plugins.follow_up;
  if (!plugin) return;
  const { timeZone } = await getTenant(scope);
  const dueAt = dueAtOf(plugin, followUp.step, { since: scope.clock.now(), timeZone });
  if (dueAt) await enqueue(scope, followUpJob, { ...followUp, tenantId: scope.tenantId }, { runAt: dueAt });
}

/**
 * Writes to a client who is silent, unless anybody wrote, a person has the conversation, or it was closed. Safe to repeat:
 * each step has its key.
 */
export async function followUp(scope: ActionScope, request: FollowUp): Promise<void> {
  const { conversationId, assistantId, answeredAt, step } = request;
  const assistant = await findAssistant(scope, assistantId);
  const next = assistant?.published?.settings.plugins.follow_up?.steps[step];
  if (!assistant || assistant.status !== 'on' || assistant.deletedAt || !next) return;
  const dialogue = await findDialogue(scope, conversationId);
  if (dialogue?.lastTurnAt.epochMilliseconds !== Temporal.Instant.from(answeredAt).epochMilliseconds) return;
  const { contactId, channelId, state, botsSilentUntil } = await getConversation(scope, conversationId);
  const silentUntil = botsSilentUntil === null ? null : Temporal.Instant.from(botsSilentUntil);
  if (state !== 'open' || areBotsSilent(silentUntil, scope.clock.now())) return;
  const [last] = (await listTalk(scope, { id: conversationId, contactId }, 1)).slice(-1);
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  if (last?.side !== 'ours' || !reach || reach.optOuts.length > 0) return;

  const sender = { id: assistantId, kind: 'assistant', title: assistant.title } as const;
  await saveSender(scope, sender);
  const visitor = await findVisitorOfContact(scope, { contactId, channelId });
  const text = fillFollowUp(next.text, visitor ? (visitor.name ?? '') : greetingName(reach.contact));
  const content = { text, image: null, buttons: [], templates: [] };
  await sendReply(scope, { sender, conversationId, key: `follow-up:${answeredAt}:${step}`, content });
  await queueFollowUp(scope, { conversationId, assistantId, answeredAt, step: step + 1 });
}
