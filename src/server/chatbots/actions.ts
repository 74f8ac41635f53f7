import type { MessageContent } from '#server/texts/message-content.ts';
import type { ConversationId, NeedsPersonReason } from '#contract/conversations.ts';
import type { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { VisitId } from '#contract/visits.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { optOut, reachOf } from '#server/contacts/actions.ts';
import { getThreadOwner, markHandled, setNeedsPerson, unhandledMessages } from '#server/conversations/actions.ts';
import type { InboundId } from '#server/conversations/rules.ts';
import { lastSentButtons } from '#server/delivery/actions.ts';
import { readVisitAnswer } from '#server/texts/answer-rules.ts';
import type { Context } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { isAfter, isBefore } from '#server/platform/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { getTenant, raiseNotice } from '#server/tenants/actions.ts';
import { cancelVisit, confirmVisit, getVisitFacts, visitsOfContact } from '#server/visits/actions.ts';
import type { VisitChange, VisitFactsForFlow } from '#server/visits/rules.ts';
import { answerJob } from './jobs.ts';
import { findLastMemberMessage } from './queries.ts';
import { plainReply, replyLanguage, visitReply, whichReply } from './replies.ts';
import { replyAsChatbot } from './replying.ts';
import type { VisitReply } from './texts.ts';
import { type AnswerFacts, type BotAnswer, decideAnswer } from './rules.ts';

/** "1" answers a question sent within so many hours. */
const ASKED_WITHIN_HOURS = 24;
/** An answer without a question is not about visits further ahead. */
const AHEAD_DAYS = 60;
/** After a member wrote, the contact's messages are for the member this long. */
const PERSON_TALKS_MINUTES = 60;
/** Seconds between attempts to reach the booking system; then a member takes over. */
const RETRY_SECONDS = [10, 30, 60, 180, 300];

/** The part of an answer that the first transaction computed. */
type Turn = {
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
  asked: { tenantId: TenantId; conversationId: ConversationId; failures: number },
): Promise<void> {
  const { tenantId, conversationId } = asked;
  const turn = await withTenant(ctx.db, tenantId, async (scope) => {
    const heard = await hearTurn(ctx, scope, conversationId);
    if (heard && heard.answer.kind !== 'act') await closeTurn(ctx, scope, conversationId, heard);
    return heard;
  });
  if (turn?.answer.kind !== 'act') return;

  const { wish, visit } = turn.answer;
  const change = wish === 'confirm' ? confirmVisit : cancelVisit;
  const told = await change(ctx, tenantId, visit.id, visit.startsAt);
  await withTenant(ctx.db, tenantId, async (scope) => {
    const pauseSeconds = RETRY_SECONDS[asked.failures];
    if (told.kind === 'failed' && told.isTemporary && pauseSeconds !== undefined) {
      const again = { tenantId, conversationId, failures: asked.failures + 1 };
      return enqueue(scope, answerJob, again, { runAt: ctx.clock.now().add({ seconds: pauseSeconds }) });
    }
    return closeAct(ctx, scope, conversationId, { turn, wish, visit, told });
  });
}

/** Loads the unanswered messages and decides the answer; null when there is none to give, or a member answers. */
async function hearTurn(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  conversationId: ConversationId,
): Promise<Turn | null> {
  const said = await unhandledMessages(scope, conversationId);
  const [first] = said;
  if (!first) return null;
  const now = ctx.clock.now();
  const { contactId, channelId } = await getThreadOwner(scope, conversationId);
  const inboundIds = said.map(({ id }) => id);
  const since = now.subtract({ hours: ASKED_WITHIN_HOURS });
  const asked = await lastSentButtons(scope, { contactId, channelId, since });
  const visits = await visitsFor(scope, { contactId, asked, said, now });
  const answer = decideAnswer({ now, contactId, said, asked, visits });
  const language = await languageOf(scope, contactId);
  const turn = { language, key: first.id, inboundIds, answer };

  const person = await findLastMemberMessage(scope, { contactId, channelId });
  if (person === null) return turn;
  const hasAnswered = !isBefore(person.at, first.receivedAt);
  if (hasAnswered) return { ...turn, answer: { kind: 'nothing' } };
  const talksNow = person.isLast && isAfter(person.at.add({ minutes: PERSON_TALKS_MINUTES }), now);
  const isChoice = said.every(({ buttonId, text }) => buttonId !== null || /^\s*\d\s*$/.test(text ?? ''));
  if (!talksNow || isChoice) return turn;
  return { ...turn, answer: { kind: 'person', reason: 'not_understood' } };
}

async function visitsFor(
  scope: TenantScope,
  { contactId, asked, said, now }: Pick<AnswerFacts, 'contactId' | 'asked' | 'said' | 'now'>,
): Promise<VisitFactsForFlow[]> {
  const ahead = await visitsOfContact(scope, contactId, { from: now, to: now.add({ hours: 24 * AHEAD_DAYS }) });
  const payloads = [
    ...said.flatMap(({ buttonId }) => buttonId ?? []),
    ...asked.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
  ];
  const named = payloads.flatMap((payload): VisitId | [] => readVisitAnswer(payload)?.visitId ?? []);
  const known = new Set(ahead.map(({ id }) => id));
  const others = await getVisitFacts(
    scope,
    [...new Set(named)].filter((id) => !known.has(id)),
  );
  return [...ahead, ...others];
}

async function languageOf(scope: TenantScope, contactId: AnswerFacts['contactId']): Promise<Language> {
  const { customerLanguage } = await getTenant(scope);
  const reach = (await reachOf(scope, [contactId])).get(contactId);
  return replyLanguage(reach?.contact.language, customerLanguage);
}

/** Finishes an answer that needs no outside call. */
async function closeTurn(ctx: Context, scope: TenantScope, conversationId: ConversationId, turn: Turn): Promise<void> {
  const { answer, language, key, inboundIds } = turn;
  const reply = replyTo(answer, language);
  if (reply) await replyAsChatbot(ctx, scope, { conversationId, key, content: reply });
  if (answer.kind === 'person') await setNeedsPerson(ctx, scope, conversationId, answer.reason);
  if (answer.kind === 'opt_out') {
    const { contactId } = await getThreadOwner(scope, conversationId);
    await optOut(ctx, scope, { contactId, scope: 'all', source: 'button' });
  }
  await markHandled(scope, inboundIds, ctx.clock.now());
}

/** The reply to send; null when a member is to answer. */
function replyTo(answer: BotAnswer, language: Language): MessageContent | null {
  switch (answer.kind) {
    case 'which':
      return whichReply(answer.wish, answer.visits, language);
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

type Act = { turn: Turn; wish: 'confirm' | 'cancel'; visit: VisitFactsForFlow; told: VisitChange };

/**
 * Reports the result to the contact, and to members when it failed. No transaction was open during the call to the booking
 * system, so an answer given meanwhile stands.
 */
async function closeAct(
  ctx: Context,
  scope: TenantScope,
  conversationId: ConversationId,
  { turn, wish, visit, told }: Act,
): Promise<void> {
  const unanswered = await unhandledMessages(scope, conversationId);
  if (!unanswered.some(({ id }) => id === turn.key)) return;
  const present = 'visit' in told ? told.visit : visit;
  const content = visitReply(replyOf(wish, told), present, turn.language);
  await replyAsChatbot(ctx, scope, { conversationId, key: turn.key, content });
  const reason = reasonForPerson(wish, told, turn.answer);
  if (reason) await setNeedsPerson(ctx, scope, conversationId, reason);
  if (told.kind === 'failed') await tellFailure(ctx, scope, { wish, visit, told, conversationId });
  await markHandled(scope, turn.inboundIds, ctx.clock.now());
}

function replyOf(wish: 'confirm' | 'cancel', told: VisitChange): VisitReply {
  if (told.kind === 'failed') {
    if (told.trouble === 'cancel_closed') return 'cancel_closed';
    return wish === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  }
  if (told.kind === 'gone' || told.kind === 'past' || told.kind === 'moved') return told.kind;
  const isAlready = told.kind === 'already';
  if (wish === 'confirm') return isAlready ? 'already_confirmed' : 'confirmed';
  return isAlready ? 'already_cancelled' : 'cancelled';
}

function reasonForPerson(wish: 'confirm' | 'cancel', told: VisitChange, answer: BotAnswer): NeedsPersonReason | null {
  if (told.kind === 'failed') return wish === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  return answer.kind === 'act' && answer.isMoreSaid ? 'not_understood' : null;
}

async function tellFailure(
  ctx: Context,
  scope: TenantScope,
  { wish, visit, told, conversationId }: Omit<Act, 'turn'> & { conversationId: ConversationId },
): Promise<void> {
  if (told.kind !== 'failed') return;
  await raiseNotice(scope, ctx.clock.now(), {
    kind: 'confirm_failed',
    key: `${wish}:${visit.id}`,
    severity: 'bad',
    params: {
      wish,
      visitId: visit.id,
      conversationId,
      startsAt: visit.startsAt.toString(),
      timeZone: visit.timeZone,
      trouble: told.trouble,
      text: told.text,
    },
  });
}
