import { expect, test } from 'vitest';
import { dueAtOf, fillFollowUp } from './follow-up-rules.ts';

const at = (text: string) => Temporal.Instant.from(text);
const plugin = { steps: [{ afterMinutes: 60, text: 'Ещё думаете?' }] };

test('a follow-up is due after its minutes, at night in the morning', () => {
  const timeZone = 'Europe/Moscow';
  expect(dueAtOf(plugin, 0, { since: at('2026-03-02T09:00:00Z'), timeZone })).toEqual(at('2026-03-02T10:00:00Z'));
  expect(dueAtOf(plugin, 0, { since: at('2026-03-02T18:30:00Z'), timeZone })).toEqual(at('2026-03-03T06:00:00Z'));
  expect(dueAtOf(plugin, 0, { since: at('2026-03-02T22:00:00Z'), timeZone })).toEqual(at('2026-03-03T06:00:00Z'));
  expect(dueAtOf(plugin, 1, { since: at('2026-03-02T09:00:00Z'), timeZone })).toBeNull();
});

test('a text without a name reads well', () => {
  expect(fillFollowUp('{clientName}, ещё думаете?', 'Анна')).toBe('Анна, ещё думаете?');
  expect(fillFollowUp('{clientName}, ещё думаете?', '')).toBe('Ещё думаете?');
  expect(fillFollowUp('Здравствуйте, {clientName}! Подобрать время?', '')).toBe('Здравствуйте! Подобрать время?');
});
