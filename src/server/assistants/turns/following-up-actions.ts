import type { TenantId } from '#contract/tenants/ids.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { type FollowUp, queueFollowUp } from '#server/assistants/follow-ups/follow-up-actions.ts';
import { fillFollowUp } from '#server/assistants/follow-ups/follow-up-rules.ts';
import { readOnly } from '#server/assistants/plugins/read-only-rules.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import { findDialogue } from '#server/assistants/storage/dialogue-queries.ts';
import { findVisitorOfContact } from '#server/assistants/storage/visitor-queries.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { languageOfContact } from '#server/conversations/answering/language-reads.ts';
import { getConversation } from '#server/conversations/inbound/actions.ts';
import { areBotsSilent } from '#server/conversations/threads/rules.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { listTalk } from '#server/delivery/threads/talk-reads.ts';
import { sendReply } from '#server/delivery/threads/thread-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { composeReply } from './composing-actions.ts';
import { readFacts, readVisitorFacts } from './facts-reads.ts';

// NOTE: a process: it calls models between transactions.

/** The whole of a written message, both attempts included. */
const WRITING_MS = 60_000;

/**
 * Writes to a client who is silent, unless anybody wrote, a person has the conversation, or it was closed. Safe to repeat:
 * each step has its key.
 */
export async function followUp(
  ctx: SourceContext,
  embeddings: Embeddings,
  { tenantId, ...request }: FollowUp,
): Promise<void> {
  const due = await withTenant(ctx, tenantId, async (scope) => {
    const found = await dueFollowUp(scope, request);
    return found?.next.isWritten ? { ...found, facts: await readOwnFacts(scope, found) } : found;
  });
  if (!due) return;
  const written = 'facts' in due ? await writtenText(ctx, embeddings, { ...due, tenantId, request }) : null;
  await withTenant(ctx, tenantId, async (scope) => {
    if (due.next.isWritten && !(await dueFollowUp(scope, request))) return;
    const { assistant, text } = due;
    const sender = { id: assistant.id, kind: 'assistant', title: assistant.title } as const;
    await saveSender(scope, sender);
    const content = { text: written ?? text, image: null, buttons: [], templates: [] };
    const { conversationId, assistantId, answeredAt, step } = request;
    await sendReply(scope, { sender, conversationId, key: `follow-up:${answeredAt}:${step}`, content });
    await queueFollowUp(scope, { conversationId, assistantId, answeredAt, step: step + 1 });
  });
}

type Request = Omit<FollowUp, 'tenantId'>;

/** The follow-up with the owner's text; null: it is not sent any more. */
async function dueFollowUp(scope: ActionScope, { conversationId, assistantId, answeredAt, step }: Request) {
  const assistant = await findAssistant(scope, assistantId);
  const settings = assistant?.published?.settings;
  const next = settings?.plugins.follow_up?.steps[step];
  if (!assistant || assistant.status !== 'on' || assistant.deletedAt || !next) return null;
  const dialogue = await findDialogue(scope, conversationId);
  if (dialogue?.lastTurnAt.epochMilliseconds !== Temporal.Instant.from(answeredAt).epochMilliseconds) return null;
  const { id, contactId, channelId, state, botsSilentUntil } = await getConversation(scope, conversationId);
  const silentUntil = botsSilentUntil === null ? null : Temporal.Instant.from(botsSilentUntil);
  if (state !== 'open' || areBotsSilent(silentUntil, scope.clock.now())) return null;
  const [last] = (await listTalk(scope, { id, contactId }, 1)).slice(-1);
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  if (last?.side !== 'ours' || !reach || reach.optOuts.length > 0) return null;
  const visitor = await findVisitorOfContact(scope, { contactId, channelId });
  const text = fillFollowUp(next.text, visitor ? (visitor.name ?? '') : greetingName(reach.contact));
  return {
    assistant: { id: assistantId, title: assistant.title, settings },
    next,
    text,
    conversationId: id,
    contactId,
    visitor,
  };
}

type Due = NonNullable<Awaited<ReturnType<typeof dueFollowUp>>>;

/** Added to the owner's instruction. */
const AFTER_SILENCE =
  'The client has not answered. Write one short message that goes on with the talk and asks one question. Do not repeat your last message.';

async function readOwnFacts(scope: ActionScope, { assistant, conversationId, contactId, visitor }: Due) {
  const { title, settings } = assistant;
  const language = await languageOfContact(scope, contactId);
  const instruction = `${settings.instruction}\n\n${AFTER_SILENCE}`;
  const silent = { ...settings, instruction, plugins: readOnly(settings.plugins) };
  const answering = { title, settings: silent };
  if (visitor) return readVisitorFacts(scope, answering, { visitor, language });
  return readFacts(scope, answering, { conversationId, contactId, language });
}

type Writing = Due & { tenantId: TenantId; request: Request; facts: Awaited<ReturnType<typeof readOwnFacts>> };

/** The model's words that passed the checks; null: there are none. */
async function writtenText(
  ctx: SourceContext,
  embeddings: Embeddings,
  { tenantId, request, assistant, contactId, visitor, facts }: Writing,
): Promise<string | null> {
  const key = `follow-up:${request.conversationId}:${request.answeredAt}:${request.step}`;
  const { language, settings } = facts;
  const { reply } = await composeReply(ctx, embeddings, {
    tenantId,
    assistantId: assistant.id,
    facts,
    tools: { tenantId, contactId, key, language, branchIds: settings.branchIds, ...(visitor && { visitor }) },
    purpose: 'follow_up',
    signal: AbortSignal.timeout(WRITING_MS),
  });
  return reply;
}
