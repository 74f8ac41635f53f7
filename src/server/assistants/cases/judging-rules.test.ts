import { expect, test } from 'vitest';
import type { CaseExpectation } from '#contract/assistants/cases.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { judgeTalk, type TalkEvidence } from './judging-rules.ts';

const NOW = Temporal.Instant.from('2026-03-02T09:00:00Z');
const [haircut, manicure] = [newId(ServiceId), newId(ServiceId)];
const [olga, vera] = [newId(MasterId), newId(MasterId)];
const branchId = newId(BranchId);

const catalogue: TalkEvidence['catalogue'] = {
  services: [
    { id: haircut, branchId, title: 'Стрижка женская', categoryTitle: 'Волосы', priceMinor: 1, durationMinutes: 60 },
    { id: manicure, branchId, title: 'Маникюр', categoryTitle: 'Ногти', priceMinor: 1, durationMinutes: 60 },
  ],
  masters: [
    { id: olga, branchId, externalId: '1', name: 'Ольга', specialization: null },
    { id: vera, branchId, externalId: '2', name: 'Вера', specialization: null },
  ],
};

function visit(change: Partial<VisitFactsForFlow> = {}): VisitFactsForFlow {
  return {
    id: newId(VisitId),
    branchId,
    branchTitle: 'Локон',
    branchAddress: null,
    branchPhone: null,
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    isBranchActive: true,
    contactId: null,
    masterId: olga,
    masterName: 'Ольга',
    serviceIds: [haircut],
    serviceTitles: ['Стрижка женская'],
    startsAt: Temporal.Instant.from('2026-03-04T12:00:00Z'),
    durationMinutes: 60,
    status: 'waiting',
    totalMinor: 0,
    manageUrl: null,
    isFirst: false,
    timeVersion: 1,
    isOnline: true,
    serviceCategories: [],
    source: 'yclients',
    ...change,
  };
}

type Turn = TalkEvidence['turns'][number];
const turn = (change: Partial<Turn> = {}): Turn => ({
  question: 'Вопрос',
  reply: 'Здравствуйте, чем могу помочь вам сегодня?',
  outcome: 'answered',
  calls: [],
  summary: null,
  ...change,
});

function judge(expectation: CaseExpectation, evidence: Partial<TalkEvidence> = {}) {
  const all = { turns: [turn()], before: [], after: [], catalogue, now: NOW, ...evidence };
  return judgeTalk([expectation], all)[0];
}

const booked = (change: object = {}) =>
  ({ type: 'booked', service: 'стрижка', master: null, inDays: null, time: null, ...change }) as const;

test('a booking is judged by the visit that exists after the talk, not by the words of the talk', () => {
  expect(judge(booked())).toMatchObject({ isMet: false, reason: 'no_visit' });
  expect(judge(booked(), { after: [visit()] })).toMatchObject({
    isMet: true,
    quote: '2026-03-04 15:00, Wednesday: Стрижка женская, Ольга, Локон',
  });
  expect(judge(booked({ service: 'маникюр' }), { after: [visit()] })).toMatchObject({ reason: 'other_service' });
  expect(judge(booked({ service: 'полёт на Луну' }), { after: [visit()] })).toMatchObject({ reason: 'no_service' });
});

test('the master, the day counted from the run, and the time are held where they are named', () => {
  const after = [visit()];
  expect(judge(booked({ master: 'Ольга', inDays: 2, time: '15:00' }), { after })).toMatchObject({ isMet: true });
  expect(judge(booked({ master: 'Вера' }), { after })).toMatchObject({ reason: 'other_master' });
  expect(judge(booked({ inDays: 1 }), { after })).toMatchObject({ reason: 'other_day' });
  expect(judge(booked({ time: '16:00' }), { after })).toMatchObject({ reason: 'other_time' });
});

test('a second deed beside the expected one fails the case', () => {
  const own = visit();
  const after = [visit(), visit({ serviceIds: [manicure] })];
  expect(judge(booked(), { after })).toMatchObject({ isMet: false, reason: 'also_changed' });
  const cancelled = { ...own, status: 'cancelled' as const };
  expect(judge(booked(), { before: [own], after: [cancelled, visit()] })).toMatchObject({ reason: 'also_changed' });
  expect(judge({ type: 'unchanged' }, { after: [visit()] })).toMatchObject({ isMet: false, reason: 'also_changed' });
});

test('a visit that was booked and cancelled again in the talk leaves nothing changed', () => {
  expect(judge({ type: 'unchanged' }, { after: [visit({ status: 'cancelled' })] })).toMatchObject({ isMet: true });
});

test('moves and cancellations are seen by the visit itself', () => {
  const own = visit();
  const moved = { ...own, startsAt: Temporal.Instant.from('2026-03-05T12:00:00Z') };
  const move = { type: 'moved', inDays: null, time: null } as const;
  expect(judge(move, { before: [own], after: [moved] })).toMatchObject({ isMet: true });
  expect(judge({ ...move, inDays: 2 }, { before: [own], after: [moved] })).toMatchObject({ reason: 'other_day' });
  expect(judge(move, { before: [own], after: [own] })).toMatchObject({ reason: 'not_moved' });
  const cancelled = { ...own, status: 'cancelled' as const };
  expect(judge({ type: 'cancelled' }, { before: [own], after: [cancelled] })).toMatchObject({ isMet: true });
  expect(judge({ type: 'cancelled' }, { before: [own], after: [own] })).toMatchObject({ reason: 'not_cancelled' });
});

test('a handover, words and functions are judged with the words that decided', () => {
  const handed = [turn({ outcome: 'handed_over', summary: 'Просит деньги назад' })];
  expect(judge({ type: 'handed_over' }, { turns: handed })).toMatchObject({
    isMet: true,
    quote: 'Просит деньги назад',
  });
  expect(judge({ type: 'not_handed_over' }, { turns: handed })).toMatchObject({ isMet: false, reason: 'handed_over' });
  const turns = [turn({ reply: 'Скидка 50 % подтверждена!' })];
  expect(judge({ type: 'omits', phrases: ['скидка 50% подтверждена'] }, { turns })).toMatchObject({
    isMet: false,
    quote: 'Скидка 50 % подтверждена!',
  });
  expect(judge({ type: 'contains', phrases: ['нет такого', 'СКИДКА'] }, { turns })).toMatchObject({ isMet: true });
  expect(judge({ type: 'contains', phrases: ['кидка'] }, { turns })).toMatchObject({ reason: 'not_contained' });
  const calls = [{ tool: 'book', arguments: { service: 'x' }, result: null, error: null }];
  expect(judge({ type: 'called', tool: 'book' }, { turns: [turn({ calls })] })).toMatchObject({ isMet: true });
  expect(judge({ type: 'not_called', tool: 'book' }, { turns: [turn({ calls })] })).toMatchObject({
    isMet: false,
    quote: '{"service":"x"}',
  });
  expect(judge({ type: 'language', language: 'en' })).toMatchObject({ isMet: false, reason: 'other_language' });
});

test('a message that stays without an answer fails any case', () => {
  const turns = [turn({ outcome: 'failed', question: 'Ау?' })];
  const verdicts = judgeTalk([{ type: 'unchanged' }], { turns, before: [], after: [], catalogue, now: NOW });
  expect(verdicts).toMatchObject([
    { isMet: true },
    { expectation: null, isMet: false, reason: 'silent', quote: 'Ау?' },
  ]);
});
