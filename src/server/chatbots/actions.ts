import type { MessageContent } from '#server/texts/content/message-content.ts';
import type { ConversationId, NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { optOut, reachOf } from '#server/contacts/book/actions.ts';
import {
  getThreadOwner,
  markHandled,
  noteAnsweredByBot,
  personTimes,
  setNeedsPerson,
  unhandledMessages,
} from '#server/conversations/inbound/actions.ts';
import { areBotsSilent, type InboundId } from '#server/conversations/threads/rules.ts';
import { lastSentButtons } from '#server/delivery/planning/actions.ts';
import { readVisitAnswer } from '#server/texts/content/answer-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant, raiseNotice } from '#server/tenants/actions.ts';
import { cancelVisit, confirmVisit, getVisitFacts, visitsOfContact } from '#server/visits/changes/actions.ts';
import type { VisitChange, VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { acceptOffer, declineOffer, offerReply } from '#server/waitlist/offers/answering-actions.ts';
import type { SlotAnswer } from '#server/waitlist/slots/rules.ts';
import { answerJob } from './jobs.ts';
import { plainReply, replyLanguage, visitReply, whichReply } from './replies.ts';
import { replyAsChatbot } from './replying.ts';
import type { VisitReply } from './texts.ts';
import { type AnswerFacts, type BotAnswer, decideAnswer } from './rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** "1" answers a question sent within so many hours. */
const QUESTION_VALID_HOURS = 24;
/** An answer without a question is not about visits further ahead. */
const AHEAD_DAYS = 60;
/** Seconds between attempts to reach the booking system; then a member takes over. */
const RETRY_SECONDS = [10, 30, 60, 180, 300];

/** The part of an answer that the first transaction computed. */
type PreparedAnswer = {
  language: Language;
  /** The first of the messages: each is answered once. */
  key: InboundId;
  inboundIds: InboundId[];
  answer: BotAnswer;
};

/**
 * Answers a contact's messages about a visit. Safe to repeat: the record is read from the booking system before anything
 * is written, and each answer is sent once.
 *
 * @param asked.failures failed calls to the booking system for this answer
 */
export async function answerConversation(
  ctx: SourceContext,
  request: { tenantId: TenantId; conversationId: ConversationId; failures: number },
): Promise<void> {
  const { tenantId, conversationId } = request;
  const prepared = await withTenant(ctx, tenantId, async (scope) => {
    const prepared = await prepareAnswer(scope, conversationId);
    if (prepared && prepared.answer.kind !== 'act') await completeAnswer(scope, conversationId, prepared);
    return prepared;
  });
  if (prepared?.answer.kind !== 'act') return;

  const { intent, visit } = prepared.answer;
  const change = intent === 'confirm' ? confirmVisit : cancelVisit;
  const result = await change(ctx, tenantId, visit.id, visit.startsAt);
  await withTenant(ctx, tenantId, async (scope) => {
    const pauseSeconds = RETRY_SECONDS[request.failures];
    if (result.kind === 'failed' && result.isTemporary && pauseSeconds !== undefined) {
      const again = { tenantId, conversationId, failures: request.failures + 1 };
      return enqueue(scope, answerJob, again, { runAt: ctx.clock.now().add({ seconds: pauseSeconds }) });
    }
    return completeVisitChange(scope, conversationId, { prepared, intent, visit, result });
  });
}

/** Loads the unanswered messages and decides the answer; null when there is none to give, or a member answers. */
async function prepareAnswer(scope: ActionScope, conversationId: ConversationId): Promise<PreparedAnswer | null> {
  const messages = await unhandledMessages(scope, conversationId);
  const [first] = messages;
  if (!first) return null;
  const now = scope.clock.now();
  const { contactId, channelId } = await getThreadOwner(scope, conversationId);
  const inboundIds = messages.map(({ id }) => id);
  const since = now.subtract({ hours: QUESTION_VALID_HOURS });
  const request = await lastSentButtons(scope, { contactId, channelId, since });
  const visits = await visitsFor(scope, { contactId, questions: request, messages, now });
  const answer = decideAnswer({ now, contactId, messages, questions: request, visits });
  const language = await languageOf(scope, contactId);
  const prepared = { language, key: first.id, inboundIds, answer };

  const { wroteAt, silentUntil } = await personTimes(scope, conversationId);
  const hasAnswered = wroteAt !== null && !isBefore(wroteAt, first.receivedAt);
  if (hasAnswered) return { ...prepared, answer: { kind: 'nothing' } };
  const isChoice = messages.every(({ buttonId, text }) => buttonId !== null || /^\s*\d\s*$/.test(text ?? ''));
  if (!areBotsSilent(silentUntil, now) || isChoice) return prepared;
  return { ...prepared, answer: { kind: 'person', reason: 'not_understood' } };
}

async function visitsFor(
  scope: TenantScope,
  { contactId, questions: request, messages, now }: Pick<AnswerFacts, 'contactId' | 'questions' | 'messages' | 'now'>,
): Promise<VisitFactsForFlow[]> {
  const ahead = await visitsOfContact(scope, contactId, { from: now, to: now.add({ hours: 24 * AHEAD_DAYS }) });
  const payloads = [
    ...messages.flatMap(({ buttonId }) => buttonId ?? []),
    ...request.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
  ];
  const named = payloads.flatMap((payload): VisitId | [] => readVisitAnswer(payload)?.visitId ?? []);
  const known = new Set(ahead.map(({ id }) => id));
  const others = await getVisitFacts(
    scope,
    [...new Set(named)].filter((id) => !known.has(id)),
  );
  return [...ahead, ...others];
}

async function languageOf(scope: ActionScope, contactId: AnswerFacts['contactId']): Promise<Language> {
  const { customerLanguage } = await getTenant(scope);
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  return replyLanguage(reach?.contact.language, customerLanguage);
}

/** Finishes an answer that needs no outside call. */
async function completeAnswer(
  scope: ActionScope,
  conversationId: ConversationId,
  prepared: PreparedAnswer,
): Promise<void> {
  const { answer, language, key, inboundIds } = prepared;
  const reply =
    answer.kind === 'offer'
      ? await replyToOffer(scope, conversationId, { ...answer.answer, language })
      : replyTo(answer, language);
  if (reply) await replyAsChatbot(scope, { conversationId, key, content: reply });
  if (answer.kind === 'person') await setNeedsPerson(scope, conversationId, answer.reason);
  if (answer.kind === 'offer' && !reply) await setNeedsPerson(scope, conversationId, 'not_understood');
  if (answer.kind === 'opt_out') {
    const { contactId } = await getThreadOwner(scope, conversationId);
    await optOut(scope, { contactId, scope: 'all', source: 'button' });
  }
  await markHandled(scope, inboundIds, scope.clock.now());
  if (reply) await noteAnsweredByBot(scope, conversationId);
}

/** Takes or declines an offered time for the contact; null where the offer is not theirs. */
async function replyToOffer(
  scope: ActionScope,
  conversationId: ConversationId,
  { offerId, isAccepted, language }: SlotAnswer & { language: Language },
): Promise<MessageContent | null> {
  const { contactId } = await getThreadOwner(scope, conversationId);
  const known = await (isAccepted ? acceptOffer : declineOffer)(scope, { offerId, contactId });
  return known && offerReply(scope, known, language);
}

/** The reply to send; null when a member is to answer. */
function replyTo(answer: BotAnswer, language: Language): MessageContent | null {
  switch (answer.kind) {
    case 'which':
      return whichReply(answer.intent, answer.visits, language);
    case 'moved':
    case 'past':
    case 'gone':
    case 'already_cancelled':
      return visitReply(answer.kind, answer.visit, language);
    case 'trial':
      return plainReply('trial', language);
    default:
      return null;
  }
}

type CompletedChange = {
  prepared: PreparedAnswer;
  intent: 'confirm' | 'cancel';
  visit: VisitFactsForFlow;
  result: VisitChange;
};

/**
 * Reports the result to the contact, and to members when it failed. No transaction was open during the call to the booking
 * system, so an answer given meanwhile stands.
 */
async function completeVisitChange(
  scope: ActionScope,
  conversationId: ConversationId,
  { prepared, intent, visit, result }: CompletedChange,
): Promise<void> {
  const unanswered = await unhandledMessages(scope, conversationId);
  if (!unanswered.some(({ id }) => id === prepared.key)) return;
  const present = 'visit' in result ? result.visit : visit;
  const content = visitReply(replyOf(intent, result), present, prepared.language);
  await replyAsChatbot(scope, { conversationId, key: prepared.key, content });
  const reason = reasonForPerson(intent, result, prepared.answer);
  if (reason) await setNeedsPerson(scope, conversationId, reason);
  if (result.kind === 'failed') await raiseFailureNotice(scope, { intent, visit, result, conversationId });
  await markHandled(scope, prepared.inboundIds, scope.clock.now());
  await noteAnsweredByBot(scope, conversationId);
}

function replyOf(intent: 'confirm' | 'cancel', result: VisitChange): VisitReply {
  if (result.kind === 'failed') {
    if (result.trouble === 'cancel_closed') return 'cancel_closed';
    return intent === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  }
  if (result.kind === 'gone' || result.kind === 'past' || result.kind === 'moved') return result.kind;
  const isAlready = result.kind === 'already';
  if (intent === 'confirm') return isAlready ? 'already_confirmed' : 'confirmed';
  return isAlready ? 'already_cancelled' : 'cancelled';
}

function reasonForPerson(
  intent: 'confirm' | 'cancel',
  result: VisitChange,
  answer: BotAnswer,
): NeedsPersonReason | null {
  if (result.kind === 'failed') return intent === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  return answer.kind === 'act' && answer.hasOtherText ? 'not_understood' : null;
}

async function raiseFailureNotice(
  scope: ActionScope,
  { intent, visit, result, conversationId }: Omit<CompletedChange, 'prepared'> & { conversationId: ConversationId },
): Promise<void> {
  if (result.kind !== 'failed') return;
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'confirm_failed',
    key: `${intent}:${visit.id}`,
    severity: 'bad',
    params: {
      wish: intent,
      visitId: visit.id,
      conversationId,
      startsAt: visit.startsAt.toString(),
      timeZone: visit.timeZone,
      trouble: result.trouble,
      text: result.text,
    },
  });
}
