import type { ContactId } from '#contract/contacts/calls.ts';
import type { NeedsPersonReason } from '#contract/conversations/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { readVisitAnswer, type VisitAnswer, OPT_OUT_BUTTON } from '#server/texts/content/answer-rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { isDeclined, isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { successionOf } from '#server/visits/storage/succession-rules.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import { type AnsweringMessage, quotedQuestion, understandAll } from '#server/conversations/answering/rules.ts';
import type { Understood } from '#server/conversations/threads/understanding-rules.ts';

export type AnswerFacts = {
  now: Temporal.Instant;
  contactId: ContactId;
  /** Oldest first; a burst is one answer. */
  messages: readonly AnsweringMessage[];
  /** Questions of the last 24 hours, latest first. */
  questions: readonly Question[];
  /** Visits of the contact, and those the questions and taps name. */
  visits: readonly VisitFactsForFlow[];
};

type Intent = 'confirm' | 'cancel';

/** The bot's decision; a member handles what it does not understand for certain. */
export type BotAnswer =
  | {
      kind: 'act';
      intent: Intent;
      visit: VisitFactsForFlow;
      /** Visits of the same succession, which the question named too. */
      others?: VisitFactsForFlow[];
      hasOtherText: boolean;
    }
  /** Two visits may be meant. */
  | { kind: 'which'; intent: Intent; visits: VisitFactsForFlow[] }
  /** The visit is at another time than the question stated. */
  | { kind: 'moved'; visit: VisitFactsForFlow }
  | { kind: 'past' | 'gone' | 'already_cancelled'; visit: VisitFactsForFlow }
  | { kind: 'trial' }
  | { kind: 'opt_out' }
  /** The talk is over: nobody needs to answer. */
  | { kind: 'courtesy' }
  | { kind: 'nothing' }
  | { kind: 'person'; reason: NeedsPersonReason };

/** Words that nothing had asked for are a message to the business, and no failure of the bot. */
const forPerson = ({ questions }: AnswerFacts): BotAnswer =>
  questions.length === 0 ? { kind: 'person', reason: 'new_message' } : NOT_UNDERSTOOD;

const NOT_UNDERSTOOD: BotAnswer = { kind: 'person', reason: 'not_understood' };

/** Decides the meaning of a contact's words and taps for the contact's visits. */
export function decideAnswer(facts: AnswerFacts): BotAnswer {
  return aboutSuccession(facts, decideAboutVisit(facts));
}

/**
 * A question names all visits of a succession but those it asked about before: a yes is for all of them; which one is to be
 * cancelled is asked, once.
 */
function aboutSuccession(facts: AnswerFacts, answer: BotAnswer): BotAnswer {
  if (answer.kind !== 'act' || isChoosing(facts)) return answer;
  const { intent, visit } = answer;
  const named = new Set(facts.questions.flatMap(visitIdsOf));
  const open = facts.visits.filter((one) => one.id !== visit.id && !named.has(one.id) && isUpcoming(facts, one));
  const visits = successionOf(visit, open);
  if (visits.length === 1) return answer;
  if (intent === 'cancel') return { kind: 'which', intent, visits };
  return { ...answer, others: visits.filter(({ id, status }) => id !== visit.id && status !== 'confirmed') };
}

function decideAboutVisit(facts: AnswerFacts): BotAnswer {
  const taps = facts.messages.flatMap(({ buttonId }) => (buttonId && readVisitAnswer(buttonId)) || []);
  const tap = taps.at(-1);
  const typed = facts.messages.filter(({ buttonId }) => !buttonId || !readVisitAnswer(buttonId));
  const words = typed.length === 0 ? null : understandAll(typed);
  if (tap) return answerTap(facts, tap, words !== null && !agrees(words, tap));
  if (words === null) return { kind: 'nothing' };
  if (words.kind === 'number') return answerNumber(facts, words.number);
  if (words.kind === 'yes' || words.kind === 'no') return answerWords(facts, words);
  if (words.kind === 'courtesy') return { kind: 'courtesy' };
  if (words.kind === 'greeting' && facts.questions.length > 0) return { kind: 'courtesy' };
  return isChoosing(facts) ? { kind: 'person', reason: 'which_visit' } : forPerson(facts);
}

/** Whether the text beside a tap means the same as the tap. */
function agrees(words: Understood, { answer }: VisitAnswer): boolean {
  if (words.kind === 'courtesy' || words.kind === 'greeting') return true;
  return words.kind === (answer === 'confirm' ? 'yes' : 'no');
}

function answerTap(facts: AnswerFacts, tap: VisitAnswer, hasOtherText: boolean): BotAnswer {
  if (tap.isTest) return { kind: 'trial' };
  const visit = facts.visits.find(({ id }) => id === tap.visitId);
  // NOTE: a payload names a visit, it does not prove whose: a forwarded button must not act for another.
  if (!visit || visit.contactId !== facts.contactId) return NOT_UNDERSTOOD;
  const closed = closedAnswer(visit, tap.answer, facts.now);
  if (closed) return closed;
  if (visit.timeVersion !== tap.timeVersion) return { kind: 'moved', visit };
  return { kind: 'act', intent: tap.answer, visit, hasOtherText };
}

function answerNumber(facts: AnswerFacts, number: number): BotAnswer {
  const question = quoted(facts) ?? facts.questions[0];
  const button = question?.buttons.find((one) => one.number === number);
  if (!button) return forPerson(facts);
  if (button.id.startsWith(OPT_OUT_BUTTON)) return { kind: 'opt_out' };
  const answer = readVisitAnswer(button.id);
  if (!answer) return NOT_UNDERSTOOD;
  const others = answer.isTest || quoted(facts) || isChoosing(facts) ? [] : othersWaiting(facts, answer.visitId);
  const visit = facts.visits.find(({ id, contactId }) => id === answer.visitId && contactId === facts.contactId);
  const isOpenStill = visit !== undefined && closedAnswer(visit, answer.answer, facts.now) === null;
  if (isOpenStill && others.length > 0) return { kind: 'which', intent: answer.answer, visits: [visit, ...others] };
  return answerTap(facts, answer, false);
}

/** Other visits with an open question: a bare number may answer any of them. */
function othersWaiting(facts: AnswerFacts, visitId: VisitId): VisitFactsForFlow[] {
  return visitsInQuestion(facts).filter(
    (visit) => visit.id !== visitId && visit.status !== 'confirmed' && isUpcoming(facts, visit),
  );
}

function answerWords(facts: AnswerFacts, words: Extract<Understood, { kind: 'yes' | 'no' }>): BotAnswer {
  const intent = words.kind === 'yes' ? 'confirm' : 'cancel';
  if (isTrial(quoted(facts) ?? facts.questions[0])) return { kind: 'trial' };
  const questions = visitsInQuestion(facts);
  const open = questions.filter((visit) => closedAnswer(visit, intent, facts.now) === null);
  // NOTE: a yes is for the visit that waits for one, where the other visit in question is confirmed already.
  const waiting = intent === 'confirm' ? open.filter(({ status }) => status !== 'confirmed') : open;
  if (waiting.length > 0) return choose(facts, intent, onDay(waiting, words.day, facts.now));
  if (open.length > 0) return choose(facts, intent, onDay(open, words.day, facts.now));
  const [latest] = questions;
  if (latest) return closedAnswer(latest, intent, facts.now) ?? NOT_UNDERSTOOD;
  // Without a question assent is a courtesy, and a bare no is too vague to act on.
  if (!words.isExplicit) return words.kind === 'yes' ? mereAssent(words) : forPerson(facts);
  const ahead = facts.visits.filter((visit) => isUpcoming(facts, visit));
  if (ahead.length === 0 && words.isClosing) return { kind: 'courtesy' };
  return choose(facts, intent, onDay(ahead, words.day, facts.now));
}

const mereAssent = ({ isClosing }: { isClosing: boolean }): BotAnswer => ({ kind: isClosing ? 'courtesy' : 'nothing' });

function choose(facts: AnswerFacts, intent: Intent, visits: VisitFactsForFlow[]): BotAnswer {
  const [visit, ...others] = visits;
  if (!visit) return forPerson(facts);
  if (others.length > 0) return { kind: 'which', intent, visits };
  const known = versionInQuestion(facts, visit.id);
  if (known !== null && known !== visit.timeVersion) return { kind: 'moved', visit };
  return { kind: 'act', intent, visit, hasOtherText: false };
}

/** Visits in question, the latest question first; only the quoted one for a reply with a quotation. */
function visitsInQuestion(facts: AnswerFacts): VisitFactsForFlow[] {
  const question = quoted(facts);
  const ids = new Set((question ? [question] : facts.questions).flatMap(visitIdsOf));
  return [...ids].flatMap(
    (id) => facts.visits.find((visit) => visit.id === id && visit.contactId === facts.contactId) ?? [],
  );
}

function quoted({ messages, questions }: AnswerFacts): Question | undefined {
  return quotedQuestion(messages, questions);
}

function answersOf({ buttons }: Question): VisitAnswer[] {
  return buttons.flatMap(({ id }) => readVisitAnswer(id) ?? []);
}

function visitIdsOf(question: Question): VisitId[] {
  return answersOf(question).flatMap(({ visitId, isTest }) => (isTest ? [] : visitId));
}

/** Whether the question is a test send to the owner's own phone. */
function isTrial(question: Question | undefined): boolean {
  return question !== undefined && answersOf(question).some(({ isTest }) => isTest);
}

/** The time version of a visit in the latest question; null without a question. */
function versionInQuestion({ questions }: AnswerFacts, visitId: VisitId): number | null {
  const answer = questions.flatMap(answersOf).find((one) => one.visitId === visitId && !one.isTest);
  return answer?.timeVersion ?? null;
}

/** Whether our last question was which of several visits is meant. */
function isChoosing({ questions }: AnswerFacts): boolean {
  const [last] = questions;
  return last !== undefined && new Set(visitIdsOf(last)).size > 1;
}

function isUpcoming({ contactId, now }: AnswerFacts, visit: VisitFactsForFlow): boolean {
  return visit.contactId === contactId && isOpen(visit.status) && isAfter(visit.startsAt, now);
}

function closedAnswer(visit: VisitFactsForFlow, intent: Intent, now: Temporal.Instant): BotAnswer | null {
  if (isDeclined(visit, now)) return { kind: intent === 'cancel' ? 'already_cancelled' : 'gone', visit };
  const isOver = !isOpen(visit.status) || !isAfter(visit.startsAt, now);
  return isOver ? { kind: 'past', visit } : null;
}

/** The visits on the named day, by the branch's calendar; all without a named day. */
function onDay(
  visits: readonly VisitFactsForFlow[],
  day: 'today' | 'tomorrow' | null,
  now: Temporal.Instant,
): VisitFactsForFlow[] {
  if (day === null) return [...visits];
  return visits.filter(({ startsAt, timeZone }) => {
    const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
    const wanted = day === 'today' ? today : today.add({ days: 1 });
    return startsAt.toZonedDateTimeISO(timeZone).toPlainDate().equals(wanted);
  });
}
