import { expect, test } from 'vitest';
import { measureTalk } from './measure-rules.ts';
import { momentsOf, problemOfDays, sampleSize } from './period-rules.ts';
import { checkedSummary } from './summary-rules.ts';

const at = (side: 'client' | 'employee' | 'note', minute: number | null) => ({
  side,
  text: 'Когда можно?',
  at: minute === null ? null : Temporal.Instant.from('2026-03-02T08:00:00Z').add({ minutes: minute }).toString(),
});

test('a client waits from the first message of a burst to the answer', () => {
  const lines = [
    at('client', 0),
    at('client', 1),
    at('employee', 2),
    at('employee', 9),
    at('client', 10),
    at('employee', 15),
  ];
  expect(measureTalk(lines)).toEqual({ firstAnswer: 120, longestWait: 300, isUnanswered: false });
});

test('a talk without times is not measured, and one that ends with the client is unanswered', () => {
  expect(measureTalk([at('client', null), at('employee', null), at('client', null), at('note', null)])).toEqual({
    firstAnswer: null,
    longestWait: null,
    isUnanswered: true,
  });
});

test('thanks and a goodbye at the end wait for no answer', () => {
  const ended = (text: string) => measureTalk([at('client', 0), at('employee', 1), { ...at('client', 2), text }]);
  for (const text of ['Спасибо большое!', 'Ок 👍', 'Thank you, bye', 'Дякую, до зустрічі', 'Obrigada, até logo'])
    expect(ended(text), text).toMatchObject({ isUnanswered: false });
  for (const text of ['Спасибо, а когда?', 'Отмените запись', 'До 18'])
    expect(ended(text), text).toMatchObject({ isUnanswered: true });
});

test('a period has its days in the zone of the cabinet, and at most a year of them', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' };
  const { from, until } = momentsOf(days, 'Europe/Moscow');
  expect([from.toString(), until.toString()]).toEqual(['2026-02-28T21:00:00Z', '2026-03-02T21:00:00Z']);
  expect(problemOfDays(days)).toBeNull();
  expect(problemOfDays({ from: '2026-03-02', to: '2026-03-01' })).toBe('range');
  expect(problemOfDays({ from: '2025-01-01', to: '2026-03-01' })).toBe('range');
});

test('a sample has at least one talk where there are any', () => {
  expect([sampleSize(0, 10), sampleSize(3, 10), sampleSize(50, 10)]).toEqual([0, 1, 5]);
});

test('a summary with a number that was not computed is left out', () => {
  const message = 'Talks 47, average score 82 of 100.';
  expect(checkedSummary('47 talks went well: 82 of 100.', message)).toBe('47 talks went well: 82 of 100.');
  expect(checkedSummary('Talks went 15 % better: 82 of 100.', message)).toBeNull();
  expect(checkedSummary('  ', message)).toBeNull();
});
