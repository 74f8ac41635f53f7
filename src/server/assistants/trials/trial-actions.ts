import type { AssistantId } from '#contract/assistants/calls.ts';
import { AssistantTurn, type getTrial, type TrialMessage } from '#contract/assistants/turns.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import { insertTurn, listTurnsById } from '#server/assistants/storage/turn-queries.ts';
import { composeReply, sentWords } from '#server/assistants/turns/composing-actions.ts';
import { readTrialFacts } from '#server/assistants/turns/facts-reads.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  deleteTrialMessages,
  insertTrialMessage,
  listTrialMessages,
  type StoredTrialMessage,
  type TrialChat,
} from './trial-queries.ts';

// NOTE: a process: it calls models between transactions.

/** Messages that are shown, and those that the model is given. */
const MAX_SHOWN = 100;
const MAX_LINES = 40;
/** An answer takes up to a minute; a message without one is older only where its server died. */
const ANSWER_SECONDS = 75;

type Chat = ReplyOf<typeof getTrial>;

/** @throws {Problem} `assistant.not_found` */
export async function readTrial(scope: MemberScope, assistantId: AssistantId): Promise<Chat> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  return chatOf(scope, { assistantId, memberId: scope.memberId });
}

/** @throws {Problem} `assistant.not_found` */
export async function clearTrialChat(scope: MemberScope, assistantId: AssistantId): Promise<void> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  await deleteTrialMessages(scope, { assistantId, memberId: scope.memberId });
}

/**
 * Has the draft answer a member. Visits are not written, and nothing is sent.
 *
 * @throws {Problem} `assistant.not_found`; `assistant.trial_busy` while the last message is being answered
 */
export async function sendTrial(
  ctx: MemberContext & SourceContext,
  embeddings: Embeddings,
  { assistantId, text }: { assistantId: AssistantId; text: string },
): Promise<Chat> {
  const { tenantId, memberId } = ctx;
  const chat: TrialChat = { assistantId, memberId };
  const { facts, version } = await withTenant(ctx, tenantId, async (scope) => {
    const assistant = await findAssistantForUpdate(scope, assistantId);
    if (!assistant) throw new Problem('assistant.not_found');
    const earlier = await listTrialMessages(scope, chat, MAX_LINES - 1);
    const now = scope.clock.now();
    const last = earlier.at(-1);
    const isAwaited = last?.sender === 'member' && isAfter(last.at.add({ seconds: ANSWER_SECONDS }), now);
    if (isAwaited) throw new Problem('assistant.trial_busy');
    const message = { sender: 'member' as const, text, at: now, turnId: null };
    await insertTrialMessage(scope, chat, message);
    const lines = [...earlier, message].filter((one) => one.text !== '').map(toLine);
    return { facts: await readTrialFacts(scope, assistant, lines), version: assistant.version };
  });
  const turnId = newId(AssistantTurn.shape.id);
  const composed = await composeReply(ctx, embeddings, {
    tenantId,
    assistantId,
    facts,
    tools: {
      tenantId,
      contactId: null,
      key: turnId,
      language: facts.language,
      branchIds: facts.settings.branchIds,
    },
    purpose: 'trial',
    signal: AbortSignal.timeout(ANSWER_SECONDS * 1_000),
  });
  return withTenant(ctx, tenantId, async (scope) => {
    const at = scope.clock.now();
    const words = sentWords(composed, facts.language);
    await insertTurn(scope, {
      ...composed,
      id: turnId,
      assistantId,
      version,
      conversationId: null,
      contactId: null,
      key: turnId,
      question: text,
      reply: words,
      summary: composed.requested?.summary ?? null,
      messageId: null,
      at,
    });
    await insertTrialMessage(scope, chat, { sender: 'assistant', text: words ?? '', at, turnId });
    return chatOf(scope, chat);
  });
}

const toLine = ({ sender, text, at }: Pick<StoredTrialMessage, 'sender' | 'text' | 'at'>) => ({
  side: sender === 'member' ? ('contact' as const) : ('ours' as const),
  text,
  at,
});

async function chatOf(scope: Parameters<typeof listTrialMessages>[0], chat: TrialChat): Promise<Chat> {
  const messages = await listTrialMessages(scope, chat, MAX_SHOWN);
  const turns = await listTurnsById(
    scope,
    messages.flatMap(({ turnId }) => turnId ?? []),
  );
  return {
    messages: messages.map(({ id, sender, text, at, turnId }): TrialMessage => ({
      id,
      sender,
      text,
      at: at.toString(),
      turn: (turnId && turns.get(turnId)) || null,
    })),
  };
}
