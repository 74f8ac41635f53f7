import type { KnowledgeGap } from '#contract/assistants/knowledge.ts';
import type { HandoffNotice } from '#contract/assistants/settings.ts';
import { AssistantTurn } from '#contract/assistants/turns.ts';
import { PAUSE_MINUTES } from '#contract/assistants/values.ts';
import type { NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { Sender } from '#contract/senders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { FileId } from '#contract/texts/calls.ts';
import { queueFollowUp } from '#server/assistants/follow-ups/follow-up-actions.ts';
import { noteGap } from '#server/assistants/knowledge/gaps/gap-actions.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { findDialogue, putDialogue } from '#server/assistants/storage/dialogue-queries.ts';
import { text } from '#server/assistants/storage/texts.ts';
import {
  type ChatProgress,
  findVisitorOfContact,
  setProgress,
  type Visitor,
} from '#server/assistants/storage/visitor-queries.ts';
import { countRecentTurns, insertTurn, type NewTurn } from '#server/assistants/storage/turn-queries.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import type { Claim, Responder, Turn, TurnContext, TurnOutcome } from '#server/conversations/answering/port.ts';
import { endSilence, noteHandedOver } from '#server/conversations/inbound/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { loadAttachments } from '#server/texts/attachments/material-reads.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { type AssistantAtWork, chooseAssistant } from './choosing-reads.ts';
import { type Composed, composeReply, handedOver, questionOf, sentWords } from './composing-actions.ts';
import { readBusiness, readFacts, readVisitorFacts } from './facts-reads.ts';
import { notifyOfHandoff } from './handoff-actions.ts';
import { isPhrase } from './phrase-rules.ts';
import { isWorkTime, shiftAt } from './prompt-rules.ts';
import { readVoices } from './voice-actions.ts';

// NOTE: a process: it calls models and booking systems between transactions.

/** The pause of a contact who goes on writing is bounded by this many quiet times. */
const MAX_QUIET_TIMES = 5;
/** A conversation with more answers is two bots that talk to each other, or somebody who plays. */
const MAX_TURNS = { count: 20, minutes: 30 };
/** A talk is over after so long without an answer: a short yes is about a visit again then. */
const TALK_MINUTES = 60;
/** A model that cannot be reached is tried so many times more; the contact waits meanwhile. */
const MAX_RETRIES = 2;

/** Answers contacts by the published assistants. */
export function assistantResponder(embeddings: Embeddings): Responder {
  return {
    kind: 'assistant',
    worksInSilence: true,
    isTalking,
    claim: claimTurn,
    answer: (ctx, turn, signal) => answerTurn(ctx, embeddings, turn, signal),
  };
}

/** Whether the contact writes on its page, or it spoke to them within a while and nothing with buttons was sent since. */
async function isTalking(scope: ActionScope, turn: Turn): Promise<boolean> {
  const { conversationId, questions } = turn;
  if (await findVisitorOfContact(scope, turn)) return true;
  const dialogue = await findDialogue(scope, conversationId);
  const questionSentAt = questions[0]?.sentAt;
  if (!dialogue || (questionSentAt && isAfter(questionSentAt, dialogue.lastTurnAt))) return false;
  return isAfter(dialogue.lastTurnAt.add({ minutes: TALK_MINUTES }), scope.clock.now());
}

async function claimTurn(scope: ActionScope, turn: Turn): Promise<Claim> {
  const assistant = await chooseAssistant(scope, turn);
  if (!assistant || !(await hasAbility(scope, 'assistants', scope.clock.now()))) return DECLINED;
  const { settings } = assistant;
  const { startPhrases = [], stopPhrases = [] } = settings.plugins.human_handoff ?? {};
  const contains = (phrases: readonly string[]) =>
    turn.messages.some((message) => isPhrase(message.text ?? '', phrases));
  if (turn.isSilent) {
    if (!contains(startPhrases)) return DECLINED;
    await endSilence(scope, turn.conversationId);
  } else if (contains(stopPhrases)) {
    return stopped(scope, turn, assistant);
  }
  const { now } = await readBusiness(scope, assistant);
  if (!shiftAt(settings, now).isAnswering) return DECLINED;
  const unread = turn.messages.filter(({ kind }) => kind !== 'text' && kind !== 'button' && kind !== 'start');
  if (unread.some(({ kind }) => kind !== 'voice'))
    return withWords(turn, assistant, { reply: 'reply.file', outcome: 'handed_over', handoffReason: 'asked' });
  const voices = await readVoices(scope, unread);
  if (voices.kind === 'waits') return voices;
  if (voices.kind === 'unreadable') return unreadable(turn, assistant, voices);
  if (voices.texts.some((words) => isPhrase(words, stopPhrases))) return stopped(scope, turn, assistant);
  const since = scope.clock.now().subtract({ minutes: MAX_TURNS.minutes });
  if ((await countRecentTurns(scope, turn.conversationId, since)) >= MAX_TURNS.count)
    return withWords(turn, assistant, { reply: null, outcome: 'handed_over', handoffReason: 'limit' });
  const pauseMs = settings.quietSeconds * 1_000;
  return { kind: 'mine', quiet: { pauseMs, maxMs: pauseMs * MAX_QUIET_TIMES } };
}

const DECLINED: Claim = { kind: 'not_mine' };

async function answerTurn(
  ctx: TurnContext,
  embeddings: Embeddings,
  turn: Turn,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { tenantId, contactId, key } = turn;
  const read = await withTenant(ctx, tenantId, async (scope) => {
    const assistant = await chooseAssistant(scope, turn);
    if (!assistant) return null;
    const visitor = await findVisitorOfContact(scope, turn);
    const facts = visitor
      ? await readVisitorFacts(scope, assistant, { visitor, language: turn.language })
      : await readFacts(scope, assistant, turn);
    return { assistant, facts, visitor };
  });
  // NOTE: it was switched off since the claim
  if (!read) return { kind: 'person', reason: 'new_message' };
  const { assistant, facts, visitor } = read;
  const composed = await composeReply(ctx, embeddings, {
    tenantId,
    assistantId: assistant.id,
    conversationId: turn.conversationId,
    facts,
    tools: { tenantId, contactId, key, language: facts.language, branchIds: assistant.settings.branchIds, visitor },
    purpose: 'assistant',
    ...(visitor && { onProgress: (progress) => noteProgress(ctx, tenantId, visitor, progress) }),
    signal,
  });
  const question = questionOf(facts);
  const outcome = await withTenant(ctx, tenantId, (scope) =>
    outcomeOf(scope, { turn, assistant, composed, question, language: facts.language }),
  );
  if (!composed.isTemporary || turn.failures >= MAX_RETRIES) return outcome;
  return { kind: 'retry', otherwise: outcome };
}

/** Shows a visitor what is done for them. A failure costs them the sight of it, never the answer. */
async function noteProgress(ctx: TurnContext, tenantId: TenantId, { id }: Visitor, progress: ChatProgress) {
  await withTenant(ctx, tenantId, (scope) => setProgress(scope, id, progress, scope.clock.now())).catch(
    (error: unknown) => ctx.log.warn({ err: error, tenantId }, 'the progress of an answer could not be written'),
  );
}

type Answer = {
  turn: Turn;
  assistant: AssistantAtWork;
  composed: Composed;
  question: string;
  language: Language;
};

type Ended = Exclude<TurnOutcome, { kind: 'retry' }>;

/** The message of an answer, and its record. */
async function outcomeOf(scope: ActionScope, answer: Answer): Promise<Ended> {
  const { turn, assistant, composed, language } = answer;
  const { outcome, requested } = composed;
  const words = sentWords(composed, language);
  const summary = requested?.summary ?? null;
  const gap = gapOf(composed);
  const also = async (inner: ActionScope, messageIds: readonly string[]) => {
    const { question } = answer;
    const sent = { reply: words, messageId: messageIds[0] ?? null };
    const turnId = await record(inner, turn, assistant, { ...composed, ...sent, question, summary });
    if (outcome === 'handed_over' || outcome === 'failed')
      await callPerson(inner, {
        turn,
        turnId,
        assistant,
        notice: requested?.notice ?? null,
        summary,
        silenceMinutes: silenceOf(assistant, composed),
      });
    const { conversationId } = turn;
    if (gap) await noteGap(inner, { assistantId: assistant.id, conversationId, question, reason: gap });
  };
  const person = reasonOf(composed);
  if (words === null) return { kind: 'person', reason: person ?? 'new_message', also };
  return {
    kind: 'reply',
    sender: senderOf(assistant),
    contents: [textOf(words), ...(await filesOf(scope, composed.fileIds))],
    ...(person && { person }),
    also,
  };
}

/** Why the knowledge seems to lack the answer; null: it was not about knowledge. */
function gapOf({ handoffReason, requested, passages }: Composed): KnowledgeGap['reason'] | null {
  if (handoffReason === 'checks') return 'not_covered';
  if (!requested || requested.notice) return null;
  return passages.length === 0 ? 'nothing_found' : 'handed_over';
}

function reasonOf({ outcome, handoffReason }: Composed): NeedsPersonReason | null {
  if (outcome === 'answered') return null;
  if (handoffReason === 'asked') return 'asked_for_person';
  return outcome === 'silent' ? 'new_message' : 'not_understood';
}

/** Minutes for which bots leave the conversation to the person; 0: they go on. */
function silenceOf({ settings }: AssistantAtWork, { outcome, requested }: Composed): number {
  if (outcome === 'answered' || outcome === 'silent' || requested?.notice?.stopsDialogue === false) return 0;
  return settings.plugins.human_handoff?.pauseMinutes ?? PAUSE_MINUTES.default;
}

type PersonCall = {
  turn: Turn;
  turnId: string;
  assistant: AssistantAtWork;
  notice: HandoffNotice | null;
  summary: string | null;
  silenceMinutes: number;
};

async function callPerson(scope: ActionScope, call: PersonCall): Promise<void> {
  const { turn, turnId, assistant, notice, summary, silenceMinutes } = call;
  const { conversationId, contactId, channelId } = turn;
  const silentUntil = silenceMinutes > 0 ? scope.clock.now().add({ minutes: silenceMinutes }) : null;
  await noteHandedOver(scope, conversationId, { summary, silentUntil });
  const sender = senderOf(assistant);
  if (notice) await notifyOfHandoff(scope, { sender, turnId, conversationId, contactId, channelId, notice, summary });
}

/** The contact wrote a stop phrase: a person takes over, and the assistant is silent for its pause. */
async function stopped(scope: ActionScope, turn: Turn, assistant: AssistantAtWork): Promise<Ended> {
  const { now } = await readBusiness(scope, assistant);
  return withWords(turn, assistant, {
    reply: handedOver(!isWorkTime(assistant.settings, now)),
    outcome: 'handed_over',
    handoffReason: 'stop_phrase',
  });
}

/** A person has to listen to a voice message. Without money nothing is sent. */
function unreadable(turn: Turn, assistant: AssistantAtWork, { isUnpaid }: { isUnpaid: boolean }): Ended {
  return withWords(turn, assistant, {
    reply: isUnpaid ? null : 'reply.voice',
    outcome: 'handed_over',
    handoffReason: isUnpaid ? 'balance' : 'asked',
  });
}

type Plain = {
  reply: ReturnType<typeof handedOver> | 'reply.file' | 'reply.voice' | null;
  outcome: NewTurn['outcome'];
  handoffReason: NewTurn['handoffReason'];
};

/** An end without the model. */
function withWords(turn: Turn, assistant: AssistantAtWork, { reply, outcome, handoffReason }: Plain): Ended {
  const words = reply && text(assistant.settings.language ?? turn.language, reply);
  const silenceMinutes = assistant.settings.plugins.human_handoff?.pauseMinutes ?? PAUSE_MINUTES.default;
  const also = async (scope: ActionScope, messageIds: readonly string[]) => {
    const turnId = await record(scope, turn, assistant, {
      ...WITHOUT_MODEL,
      question: turn.messages.map((message) => message.text ?? '').join('\n'),
      reply: words,
      outcome,
      handoffReason,
      messageId: messageIds[0] ?? null,
    });
    await callPerson(scope, { turn, turnId, assistant, notice: null, summary: null, silenceMinutes });
  };
  if (words === null) return { kind: 'person', reason: 'new_message', also };
  return { kind: 'reply', sender: senderOf(assistant), contents: [textOf(words)], person: 'asked_for_person', also };
}

const WITHOUT_MODEL = {
  summary: null,
  passages: [],
  calls: [],
  findings: [],
  isRegenerated: false,
  model: null,
  inputTokens: 0,
  outputTokens: 0,
  costMicroUsd: 0,
  tookMs: 0,
};

type Recorded = Omit<NewTurn, 'id' | 'assistantId' | 'version' | 'conversationId' | 'contactId' | 'key' | 'at'>;

/** @returns the id of the turn */
async function record(
  scope: ActionScope,
  { conversationId, contactId, key }: Turn,
  { id: assistantId, version }: AssistantAtWork,
  recorded: Recorded,
): Promise<string> {
  const at = scope.clock.now();
  const id = newId(AssistantTurn.shape.id);
  await insertTurn(scope, { ...recorded, id, assistantId, version, conversationId, contactId, key, at });
  await putDialogue(scope, conversationId, { assistantId, version, lastTurnAt: at });
  if (recorded.outcome === 'answered')
    await queueFollowUp(scope, { conversationId, assistantId, answeredAt: at.toString(), step: 0 });
  await announce(scope, 'assistants');
  return id;
}

const senderOf = ({ id, title }: AssistantAtWork): Sender => ({ id, kind: 'assistant', title });

const textOf = (words: string): MessageContent => ({ text: words, image: null, buttons: [], templates: [] });

async function filesOf(scope: ActionScope, ids: readonly FileId[]): Promise<MessageContent[]> {
  const files = await loadAttachments(
    scope,
    ids.map((imageId) => ({ imageId })),
  );
  return [...files.values()].map(({ url, mime, name }) =>
    mime.startsWith('image/') ? { ...textOf(''), image: { url, mime } } : { ...textOf(''), file: { url, mime, name } },
  );
}
