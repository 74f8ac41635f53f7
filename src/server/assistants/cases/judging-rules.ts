import type { CaseExpectation } from '#contract/assistants/cases.ts';
import type { VerdictReason } from '#contract/assistants/case-values.ts';
import type { CaseVerdict } from '#contract/assistants/runs.ts';
import type { AssistantTurn } from '#contract/assistants/turns.ts';
import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { comparableText } from '#server/assistants/knowledge/search/word-rules.ts';
import { findNamed } from '#server/assistants/plugins/naming-rules.ts';
import { isOtherLanguage, textsIn } from '#server/assistants/turns/language-rules.ts';
import { visitLine } from '#server/assistants/turns/prompt-rules.ts';
import { timeOf } from '#server/texts/content/format-rules.ts';
import type { Bookable } from '#server/visits/appointments/bookable-rules.ts';
import { isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';

/** Everything about a talk that verdicts rest on. */
export type TalkEvidence = {
  turns: readonly Pick<AssistantTurn, 'question' | 'reply' | 'outcome' | 'calls' | 'summary'>[];
  /** Visits of the client at the beginning and at the end. */
  before: readonly VisitFactsForFlow[];
  after: readonly VisitFactsForFlow[];
  catalogue: Pick<Bookable, 'services' | 'masters'>;
  /** The moment of the beginning. */
  now: Temporal.Instant;
};

type Change = { kind: 'booked' | 'moved' | 'cancelled'; visit: VisitFactsForFlow };
type Outcome = { reason: VerdictReason; quote: string | null };

const MET = 'met';

/** Judges a talk by its expectations, and by what is expected of every talk. */
export function judgeTalk(expectations: readonly CaseExpectation[], evidence: TalkEvidence): CaseVerdict[] {
  const verdicts = expectations.map((expectation): CaseVerdict => {
    const { reason, quote } = judgeOne(expectation, evidence);
    return { expectation, isMet: reason === MET, reason, quote };
  });
  const silent = evidence.turns.find(
    ({ outcome, reply }) => outcome === 'failed' || outcome === 'silent' || reply === null,
  );
  return silent
    ? [...verdicts, { expectation: null, isMet: false, reason: 'silent', quote: silent.question }]
    : verdicts;
}

function judgeOne(expectation: CaseExpectation, evidence: TalkEvidence): Outcome {
  switch (expectation.type) {
    case 'booked':
      return judgeBooked(expectation, evidence);
    case 'moved':
      return judgeMoved(expectation, evidence);
    case 'cancelled':
      return judgeOnly('cancelled', 'not_cancelled', evidence);
    case 'unchanged': {
      const [change] = changesOf(evidence);
      return change ? { reason: 'also_changed', quote: visitLine(change.visit) } : met();
    }
    case 'handed_over':
    case 'not_handed_over':
      return judgeHandover(expectation.type, evidence);
    case 'contains':
    case 'omits':
      return judgePhrases(expectation, evidence);
    case 'called':
    case 'not_called':
      return judgeCall(expectation, evidence);
    case 'language': {
      const names = evidence.turns.flatMap(({ calls }) => calls.flatMap(({ result }) => textsIn(result)));
      const found = repliesOf(evidence).find((reply) => isOtherLanguage(reply, expectation.language, names));
      return found === undefined ? met() : { reason: 'other_language', quote: found.slice(0, LONGEST_QUOTE) };
    }
  }
}

const met = (quote: string | null = null): Outcome => ({ reason: MET, quote });

/** Characters. */
const LONGEST_QUOTE = 80;

/** How the visits of the client differ after the talk. A visit that was booked and cancelled again changes nothing. */
function changesOf({ before, after }: TalkEvidence): Change[] {
  const earlier = new Map(before.map((visit) => [visit.id, visit]));
  return after.flatMap((visit): Change[] => {
    const known = earlier.get(visit.id);
    if (!known) return isOpen(visit.status) ? [{ kind: 'booked', visit }] : [];
    if (isOpen(known.status) && !isOpen(visit.status)) return [{ kind: 'cancelled', visit }];
    return known.startsAt.equals(visit.startsAt) ? [] : [{ kind: 'moved', visit }];
  });
}

function judgeBooked(expected: Extract<CaseExpectation, { type: 'booked' }>, evidence: TalkEvidence): Outcome {
  const { services, masters } = evidence.catalogue;
  const named = services.map(({ id, title, categoryTitle }) => ({ id, name: title, about: categoryTitle }));
  const wanted = new Set<string>(findNamed(named, expected.service, SYNONYMS).map(({ id }) => id));
  if (wanted.size === 0) return { reason: 'no_service', quote: expected.service };
  const people = masters.map(({ id, name, specialization }) => ({ id, name, about: specialization }));
  const allowed =
    expected.master === null ? null : new Set<string>(findNamed(people, expected.master, SYNONYMS).map(({ id }) => id));
  const changes = changesOf(evidence);
  const booked = changes.filter(({ kind }) => kind === 'booked');
  const [first] = booked;
  if (!first) return { reason: 'no_visit', quote: null };
  const fitting = booked.find(({ visit }) => visit.serviceIds.some((id) => wanted.has(id)));
  if (!fitting) return { reason: 'other_service', quote: visitLine(first.visit) };
  const { visit } = fitting;
  if (allowed && !allowed.has(visit.masterId ?? '')) return { reason: 'other_master', quote: visitLine(visit) };
  return judgeMoment(visit, expected, evidence) ?? judgeOthers(fitting, changes);
}

function judgeMoved(expected: Extract<CaseExpectation, { type: 'moved' }>, evidence: TalkEvidence): Outcome {
  const changes = changesOf(evidence);
  const moved = changes.find(({ kind }) => kind === 'moved');
  if (!moved) return { reason: 'not_moved', quote: null };
  return judgeMoment(moved.visit, expected, evidence) ?? judgeOthers(moved, changes);
}

function judgeOnly(kind: Change['kind'], missing: VerdictReason, evidence: TalkEvidence): Outcome {
  const changes = changesOf(evidence);
  const found = changes.find((change) => change.kind === kind);
  return found ? judgeOthers(found, changes) : { reason: missing, quote: null };
}

function judgeOthers(expected: Change, changes: readonly Change[]): Outcome {
  const other = changes.find((change) => change !== expected);
  return other ? { reason: 'also_changed', quote: visitLine(other.visit) } : met(visitLine(expected.visit));
}

/** Null: it is at the expected day and time. */
function judgeMoment(
  visit: VisitFactsForFlow,
  { inDays, time }: { inDays: number | null; time: string | null },
  { now }: TalkEvidence,
): Outcome | null {
  const at = visit.startsAt.toZonedDateTimeISO(visit.timeZone);
  const day = now.toZonedDateTimeISO(visit.timeZone).toPlainDate();
  if (inDays !== null && !at.toPlainDate().equals(day.add({ days: inDays })))
    return { reason: 'other_day', quote: visitLine(visit) };
  return time !== null && timeOf(at) !== time ? { reason: 'other_time', quote: visitLine(visit) } : null;
}

function judgeHandover(type: 'handed_over' | 'not_handed_over', { turns }: TalkEvidence): Outcome {
  const turn = turns.find(({ outcome }) => outcome === 'handed_over');
  const quote = turn ? (turn.summary ?? turn.reply ?? turn.question) : null;
  if (type === 'handed_over') return turn ? met(quote) : { reason: 'not_handed_over', quote: null };
  return turn ? { reason: 'handed_over', quote } : met();
}

const repliesOf = ({ turns }: TalkEvidence): string[] => turns.flatMap(({ reply }) => reply ?? []);

/** Phrases are compared as words, in any case and punctuation. */
function judgePhrases(
  { type, phrases }: Extract<CaseExpectation, { type: 'contains' | 'omits' }>,
  evidence: TalkEvidence,
): Outcome {
  const wanted = phrases.map((phrase) => ` ${comparableText(phrase)} `).filter((phrase) => phrase.trim() !== '');
  const reply = repliesOf(evidence).find((text) => {
    const words = ` ${comparableText(text)} `;
    return wanted.some((phrase) => words.includes(phrase));
  });
  if (type === 'contains') return reply === undefined ? { reason: 'not_contained', quote: null } : met(reply);
  return reply === undefined ? met() : { reason: 'contained', quote: reply };
}

function judgeCall(
  { type, tool }: Extract<CaseExpectation, { type: 'called' | 'not_called' }>,
  { turns }: TalkEvidence,
): Outcome {
  const called = turns.flatMap(({ calls }) => calls).find((one) => one.tool === tool);
  const quote = called ? JSON.stringify(called.arguments) : null;
  if (type === 'called') return called ? met(quote) : { reason: 'not_called', quote: null };
  return called ? { reason: 'called', quote } : met();
}
