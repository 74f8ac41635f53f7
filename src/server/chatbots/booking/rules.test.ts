import { expect, test } from 'vitest';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { visitAnswerId } from '#server/texts/content/answer-rules.ts';
import { anId } from '#server/testing/rows/decisions.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import type { AnsweringMessage } from '#server/conversations/answering/rules.ts';
import { type AnswerFacts, decideAnswer } from './rules.ts';

const NOW = Temporal.Instant.from('2026-03-02T09:00:00Z');
const ANNA = ContactId.parse(anId(1));
const [HAIRCUT, NAILS] = [VisitId.parse(anId(10)), VisitId.parse(anId(11))];

function aVisit(change: Partial<VisitFactsForFlow> = {}): VisitFactsForFlow {
  return {
    id: HAIRCUT,
    branchId: BranchId.parse(anId(2)),
    branchTitle: 'Локон',
    branchAddress: null,
    branchPhone: null,
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    isBranchActive: true,
    contactId: ANNA,
    masterId: null,
    masterName: null,
    serviceIds: [],
    serviceTitles: [],
    startsAt: Temporal.Instant.from('2026-03-03T09:00:00Z'),
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: 0,
    manageUrl: null,
    isFirst: false,
    timeVersion: 1,
    isOnline: false,
    serviceCategories: [],
    source: 'yclients',
    ...change,
  };
}

const idOf = (answer: 'confirm' | 'cancel', visitId = HAIRCUT, timeVersion = 1, isTest = false) =>
  visitAnswerId({ answer, visitId, timeVersion, isTest });
const reminder = (visitId = HAIRCUT, timeVersion = 1, isTest = false): Question => ({
  providerMessageId: `sent-${visitId}`,
  buttons: [
    { number: 1, id: idOf('confirm', visitId, timeVersion, isTest) },
    { number: 2, id: idOf('cancel', visitId, timeVersion, isTest) },
  ],
});
const typed = (text: string, quotedProviderId: string | null = null): AnsweringMessage => ({
  kind: 'text',
  text,
  buttonId: null,
  quotedProviderId,
});
const tapped = (buttonId: string): AnsweringMessage => ({
  kind: 'button',
  text: 'Подтвердить',
  buttonId,
  quotedProviderId: null,
});
const decide = (messages: AnsweringMessage | AnsweringMessage[], change: Partial<AnswerFacts> = {}) =>
  decideAnswer({
    now: NOW,
    contactId: ANNA,
    questions: [reminder()],
    visits: [aVisit()],
    messages: Array.isArray(messages) ? messages : [messages],
    ...change,
  });

test.each([
  [tapped(idOf('confirm')), 'confirm'],
  [tapped(idOf('cancel')), 'cancel'],
  [typed('1'), 'confirm'],
  [typed('2'), 'cancel'],
  [typed('да'), 'confirm'],
  [typed('нет'), 'cancel'],
  [typed('👍'), 'confirm'],
])('an answer to the question about the visit acts (%#)', (messages, intent) => {
  expect(decide(messages)).toMatchObject({ kind: 'act', intent, visit: { id: HAIRCUT }, hasOtherText: false });
});

test('of a burst the last tap counts, and a text that agrees with it changes nothing', () => {
  expect(decide([tapped(idOf('confirm')), tapped(idOf('cancel'))])).toMatchObject({ kind: 'act', intent: 'cancel' });
  expect(decide([tapped(idOf('confirm')), typed('да, спасибо')])).toMatchObject({
    intent: 'confirm',
    hasOtherText: false,
  });
  expect(decide([typed('Да'), typed('буду'), typed('спасибо')])).toMatchObject({ kind: 'act', intent: 'confirm' });
});

test('a tap acts, and other text beside it is for a member', () => {
  expect(decide([tapped(idOf('confirm')), typed('опоздаю на 10 минут')])).toMatchObject({
    kind: 'act',
    intent: 'confirm',
    hasOtherText: true,
  });
});

test.each([
  typed('можно перенести?'),
  typed('нет, всё в силе'),
  typed('3'),
  { ...typed('да'), kind: 'image' as const },
])('what is not surely understood is for a person (%#)', (messages) => {
  expect(decide(messages)).toEqual({ kind: 'person', reason: 'not_understood' });
});

test('thanks need no answer', () => {
  expect(decide(typed('спасибо'))).toEqual({ kind: 'courtesy' });
});

test('a number without a question is for a member', () => {
  expect(decide(typed('1'), { questions: [] })).toEqual({ kind: 'person', reason: 'new_message' });
});

test.each(['Добрый день', 'Здравствуйте', 'Хочу записаться, когда можно?', 'Сколько стоит стрижка', 'нет'])(
  '«%s» is a new message where nothing was asked, and no failure of the bot',
  (text) => {
    expect(decide(typed(text), { questions: [], visits: [] })).toEqual({ kind: 'person', reason: 'new_message' });
  },
);

test('a greeting alone is no answer to a question, and waits for nobody', () => {
  expect(decide(typed('Здравствуйте'))).toEqual({ kind: 'courtesy' });
});

test.each(['ок', '👍', 'до встречи', 'see you', 'combinado', 'до зустрічі'])(
  '«%s» ends a talk where nothing was asked',
  (text) => {
    expect(decide(typed(text), { questions: [], visits: [] })).toEqual({ kind: 'courtesy' });
  },
);

test('a number answers the latest question, or the quoted one', () => {
  const visits = [aVisit({ status: 'confirmed' }), aVisit({ id: NAILS })];
  const questions = [reminder(NAILS), reminder(HAIRCUT)];
  expect(decide(typed('1'), { visits, questions })).toMatchObject({ kind: 'act', visit: { id: NAILS } });
  const messages = typed('1', `sent-${HAIRCUT}`);
  expect(decide(messages, { visits, questions })).toMatchObject({ kind: 'act', visit: { id: HAIRCUT } });
});

test('when two visits wait for an answer, a number is ambiguous', () => {
  const visits = [aVisit(), aVisit({ id: NAILS })];
  const questions = [reminder(NAILS), reminder(HAIRCUT)];
  const which = { kind: 'which', intent: 'cancel', visits: [{ id: NAILS }, { id: HAIRCUT }] };
  expect(decide(typed('2'), { visits, questions })).toMatchObject(which);
  const messages = typed('2', `sent-${HAIRCUT}`);
  expect(decide(messages, { visits, questions })).toMatchObject({ kind: 'act', visit: { id: HAIRCUT } });
});

test('a yes is for the visit that waits for one, where the other is confirmed', () => {
  const visits = [aVisit({ status: 'confirmed' }), aVisit({ id: NAILS })];
  const questions = [reminder(NAILS), reminder(HAIRCUT)];
  expect(decide(typed('да'), { visits, questions })).toMatchObject({ kind: 'act', visit: { id: NAILS } });
  expect(decide(typed('нет'), { visits, questions })).toMatchObject({ kind: 'which', intent: 'cancel' });
});

test('when two visits were asked about, a word is ambiguous', () => {
  const visits = [aVisit(), aVisit({ id: NAILS })];
  const questions = [reminder(NAILS), reminder(HAIRCUT)];
  expect(decide(typed('нет'), { visits, questions })).toMatchObject({
    kind: 'which',
    intent: 'cancel',
    visits: [{ id: NAILS }, { id: HAIRCUT }],
  });
  expect(decide(typed('нет', `sent-${HAIRCUT}`), { visits, questions })).toMatchObject({
    kind: 'act',
    visit: { id: HAIRCUT },
  });
});

test('a named day chooses between two visits', () => {
  const visits = [aVisit(), aVisit({ id: NAILS, startsAt: Temporal.Instant.from('2026-03-02T18:00:00Z') })];
  const questions = [reminder(NAILS), reminder(HAIRCUT)];
  expect(decide(typed('завтра не смогу'), { visits, questions })).toMatchObject({
    kind: 'act',
    visit: { id: HAIRCUT },
  });
  expect(decide(typed('сегодня не смогу'), { visits, questions })).toMatchObject({ kind: 'act', visit: { id: NAILS } });
  expect(decide(typed('сегодня не смогу'))).toEqual({ kind: 'person', reason: 'not_understood' });
});

test('the answer to "which" is a number of that list', () => {
  const visits = [aVisit(), aVisit({ id: NAILS })];
  const which = {
    providerMessageId: null,
    buttons: [
      { number: 1, id: idOf('cancel', HAIRCUT) },
      { number: 2, id: idOf('cancel', NAILS) },
    ],
  };
  expect(decide(typed('2'), { visits, questions: [which] })).toMatchObject({
    kind: 'act',
    intent: 'cancel',
    visit: { id: NAILS },
  });
  expect(decide(typed('ту что позже'), { visits, questions: [which] })).toEqual({
    kind: 'person',
    reason: 'which_visit',
  });
});

test.each([
  [{ status: 'cancelled' as const }, 'confirm', 'gone'],
  [{ status: 'cancelled' as const }, 'cancel', 'already_cancelled'],
  [{ status: 'arrived' as const }, 'confirm', 'past'],
  [{ startsAt: NOW }, 'confirm', 'past'],
  [{ startsAt: NOW.subtract({ hours: 3 }) }, 'cancel', 'past'],
] as const)('a visit that is over is refused kindly (%#)', (change, intent, kind) => {
  expect(decide(tapped(idOf(intent)), { visits: [aVisit(change)] })).toMatchObject({ kind });
  expect(decide(typed(intent === 'confirm' ? 'да' : 'нет'), { visits: [aVisit(change)] })).toMatchObject({ kind });
});

test('an answer about a former time of a visit is asked again', () => {
  const visits = [aVisit({ timeVersion: 2 })];
  expect(decide(tapped(idOf('confirm')), { visits })).toMatchObject({ kind: 'moved' });
  expect(decide(typed('да'), { visits })).toMatchObject({ kind: 'moved' });
  expect(decide(typed('2'), { visits })).toMatchObject({ kind: 'moved' });
  expect(decide(typed('да'), { visits, questions: [reminder(HAIRCUT, 2)] })).toMatchObject({ kind: 'act' });
});

test('a button of another contact’s visit is for a member', () => {
  const visits = [aVisit({ contactId: ContactId.parse(anId(3)) })];
  expect(decide(tapped(idOf('cancel')), { visits })).toEqual({ kind: 'person', reason: 'not_understood' });
  expect(decide(tapped(idOf('cancel')), { visits: [] })).toEqual({ kind: 'person', reason: 'not_understood' });
});

test('without a question only clear words act: assent is a courtesy, a bare no is for a member', () => {
  expect(decide(typed('да'), { questions: [] })).toEqual({ kind: 'nothing' });
  expect(decide(typed('хорошо'), { questions: [] })).toEqual({ kind: 'courtesy' });
  expect(decide(typed('нет'), { questions: [] })).toEqual({ kind: 'person', reason: 'new_message' });
  expect(decide(typed('подтверждаю'), { questions: [] })).toMatchObject({ kind: 'act', intent: 'confirm' });
  expect(decide(typed('отмените запись'), { questions: [] })).toMatchObject({ kind: 'act', intent: 'cancel' });
  expect(decide(typed('отмените запись'), { questions: [], visits: [] })).toMatchObject({ kind: 'person' });
  const visits = [aVisit(), aVisit({ id: NAILS })];
  expect(decide(typed('отмените запись'), { questions: [], visits })).toMatchObject({ kind: 'which' });
});

test('the owner’s answer to a trial changes nothing', () => {
  const owner = { contactId: ContactId.parse(anId(9)), questions: [reminder(HAIRCUT, 1, true)] };
  expect(decide(tapped(idOf('confirm', HAIRCUT, 1, true)), owner)).toEqual({ kind: 'trial' });
  expect(decide(typed('1'), owner)).toEqual({ kind: 'trial' });
  expect(decide(typed('да'), owner)).toEqual({ kind: 'trial' });
});

test('the number of the opt-out answer opts out', () => {
  const questions = [{ providerMessageId: null, buttons: [{ number: 3, id: 'optout' }] }];
  expect(decide(typed('3'), { questions })).toEqual({ kind: 'opt_out' });
});
