import type { TextContent } from '#contract/texts/calls.ts';
import type { NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import { optOut, reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import type { Claim, Reply, Responder, Turn, TurnContext, TurnOutcome } from '#server/conversations/answering/port.ts';
import { CHATBOT, isChoice } from '#server/conversations/answering/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { getTenant, raiseNotice } from '#server/tenants/actions.ts';
import { readVisitAnswer } from '#server/texts/content/answer-rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import {
  cancelVisit,
  confirmVisit,
  getVisitFacts,
  giveUpVisit,
  visitsOfContact,
} from '#server/visits/changes/actions.ts';
import type { VisitChange, VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { contentOf, plainReply, visitReply, whichReply } from './replies.ts';
import { type BotAnswer, decideAnswer } from './rules.ts';
import { type BotAtWork, findBookingBot } from './settings-actions.ts';
import { wordsOf, writeReply } from './writing-rules.ts';
import { readScriptAnswer } from '#server/chatbots/scripts/answer-id-rules.ts';
import type { VisitReply } from '#server/chatbots/storage/texts.ts';

// NOTE: a process: it calls the booking system between transactions.

/** An answer without a question is not about visits further ahead. */
const AHEAD_DAYS = 60;

/**
 * Confirms and cancels visits of contacts who answer about them. Safe to repeat: the record is read from the booking
 * system before anything is written.
 */
export const visitResponder: Responder = { kind: 'chatbot', worksInSilence: true, claim: claimAnswer, answer };

type Act = Extract<BotAnswer, { kind: 'act' }>;

async function claimAnswer(scope: ActionScope, turn: Turn): Promise<Claim> {
  // NOTE: the words of a button of the owner's steps mean what its steps say.
  if (turn.messages.every(({ buttonId }) => buttonId !== null && readScriptAnswer(buttonId) !== null))
    return NOT_CLAIMED;
  const answer = await decide(scope, turn);
  const isForPerson = turn.isSilent && !isChoice(turn.messages) && answer.kind !== 'courtesy';
  if (isForPerson || (await isSwitchedOff(scope, turn, answer))) return FOR_PERSON;
  if (!(await hasAbility(scope, 'notifications', scope.clock.now()))) return FOR_PERSON;
  return answer.kind === 'act' ? { kind: 'mine' } : claimOf(answer, turn);
}

const NOT_CLAIMED: Claim = { kind: 'not_mine' };
const FOR_PERSON: Claim = { kind: 'not_mine', otherwise: { kind: 'person', reason: 'new_message' } };

/** Whether the owner switched off the bot that answers about a visit. */
async function isSwitchedOff(scope: ActionScope, { channelId }: Turn, answer: BotAnswer): Promise<boolean> {
  const [visit] = answer.kind === 'which' ? answer.visits : [];
  const about = 'visit' in answer ? answer.visit : visit;
  if (!about) return false;
  const bot = await findBookingBot(scope, { branchId: about.branchId, channelId });
  return bot !== null && !bot.isEnabled;
}

async function answer(ctx: TurnContext, turn: Turn): Promise<TurnOutcome> {
  const { tenantId, channelId, language } = turn;
  const answer = await withTenant(ctx, tenantId, (scope) => decide(scope, turn));
  if (answer.kind !== 'act') {
    const claim = claimOf(answer, turn);
    return claim.kind === 'not_mine' ? claim.otherwise : claim;
  }
  const { intent, visit, others = [] } = answer;
  const bot = await withTenant(ctx, tenantId, (scope) =>
    findBookingBot(scope, { branchId: visit.branchId, channelId }),
  );
  const cancel = bot?.removeOnCancel === false ? giveUpVisit : cancelVisit;
  const results: VisitChange[] = [];
  for (const { id, startsAt } of [visit, ...others]) {
    const change = intent === 'confirm' ? confirmVisit : cancel;
    results.push(await change(ctx, tenantId, id, startsAt));
  }
  const result = results.find(({ kind }) => kind === 'failed') ?? results[0];
  if (!result) throw new Error('A visit was not changed');
  const present = 'visit' in result ? result.visit : visit;
  const reason = reasonForPerson(answer, result);
  const kind = replyOf(intent, result);
  const own = ownTextsFor(kind, bot);
  const content = own
    ? await withTenant(ctx, tenantId, (scope) => writeOwn(scope, turn, { texts: own, visits: [present, ...others] }))
    : visitReply(kind, present, language, others);
  const reply: Reply = {
    ...replyWith(content),
    ...(reason && { person: reason }),
    ...(result.kind === 'failed' && { also: (scope) => raiseFailureNotice(scope, turn, { answer, result }) }),
  };
  return result.kind === 'failed' && result.isTemporary ? { kind: 'retry', otherwise: reply } : reply;
}

/** Decides about a turn by the visits of its contact, and those that its questions and taps name. */
async function decide(scope: TenantScope & Pick<ActionScope, 'clock'>, turn: Turn): Promise<BotAnswer> {
  const { contactId, messages, questions } = turn;
  const now = scope.clock.now();
  const ahead = await visitsOfContact(scope, contactId, { from: now, to: now.add({ hours: 24 * AHEAD_DAYS }) });
  const payloads = [
    ...messages.flatMap(({ buttonId }) => buttonId ?? []),
    ...questions.flatMap(({ buttons }) => buttons.map(({ id }) => id)),
  ];
  const named = payloads.flatMap((payload): VisitId | [] => readVisitAnswer(payload)?.visitId ?? []);
  const known = new Set(ahead.map(({ id }) => id));
  const others = await getVisitFacts(
    scope,
    [...new Set(named)].filter((id) => !known.has(id)),
  );
  return decideAnswer({ now, contactId, messages, questions, visits: [...ahead, ...others] });
}

/** A turn that is not about visits is left to the next responder. */
type Settled = Exclude<TurnOutcome, { kind: 'retry' }> | { kind: 'not_mine'; otherwise: TurnOutcome };

function claimOf(answer: Exclude<BotAnswer, Act>, { contactId, language }: Turn): Settled {
  switch (answer.kind) {
    case 'which':
      return replyWith(whichReply(answer.intent, answer.visits, language));
    case 'moved':
    case 'past':
    case 'gone':
    case 'already_cancelled':
      return replyWith(visitReply(answer.kind, answer.visit, language));
    case 'trial':
      return replyWith(plainReply('trial', language));
    case 'opt_out':
      return {
        kind: 'nothing',
        async also(scope) {
          await optOut(scope, { contactId, scope: 'all', source: 'button' });
        },
      };
    default:
      return { kind: 'not_mine', otherwise: answer };
  }
}

function replyWith(content: MessageContent): Reply {
  return { kind: 'reply', sender: CHATBOT, contents: [content] };
}

function replyOf(intent: Act['intent'], result: VisitChange): VisitReply {
  if (result.kind === 'failed') {
    if (result.trouble === 'cancel_closed') return 'cancel_closed';
    return intent === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  }
  if (result.kind === 'gone' || result.kind === 'past' || result.kind === 'moved') return result.kind;
  const isAlready = result.kind === 'already';
  if (intent === 'confirm') return isAlready ? 'already_confirmed' : 'confirmed';
  return isAlready ? 'already_cancelled' : 'cancelled';
}

/** The owner's text for a reply; null where the ready-made one is sent. */
function ownTextsFor(kind: VisitReply, bot: BotAtWork | null): TextContent['texts'] | null {
  if (kind === 'confirmed') return bot?.confirmTexts ?? null;
  return kind === 'cancelled' ? (bot?.cancelTexts ?? null) : null;
}

async function writeOwn(
  scope: ActionScope,
  { contactId, language }: Turn,
  { texts, visits }: { texts: TextContent['texts']; visits: VisitFactsForFlow[] },
): Promise<MessageContent> {
  const tenant = await getTenant(scope);
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const { text } = writeReply(texts, {
    visits: visits.toSorted((one, other) => compareInstants(one.startsAt, other.startsAt)).map(wordsOf),
    clientName: contact ? greetingName(contact) : '',
    businessName: tenant.name,
    language,
    cabinetLanguage: tenant.customerLanguage,
  });
  return contentOf(text);
}

function reasonForPerson({ intent, hasOtherText }: Act, result: VisitChange): NeedsPersonReason | null {
  if (result.kind === 'failed') return intent === 'confirm' ? 'confirm_failed' : 'cancel_failed';
  return hasOtherText ? 'not_understood' : null;
}

async function raiseFailureNotice(
  scope: ActionScope,
  { conversationId }: Turn,
  { answer: { intent, visit }, result }: { answer: Act; result: Extract<VisitChange, { kind: 'failed' }> },
): Promise<void> {
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
