import { expect, test } from 'vitest';
import { byDay, isWindowOpen, tickOf, wordlessKey } from './thread-item.ts';

const NOW = Date.parse('2026-03-02T08:00:00Z');
const said = (at: string, status: string | null = null) => ({
  id: crypto.randomUUID(),
  direction: status ? ('out' as const) : ('in' as const),
  at,
  kind: 'text' as const,
  text: 'Hello',
  fileName: null,
  buttons: [],
  status,
  isTest: false,
  sender: null,
});

test('WhatsApp takes free text until its window closes, Telegram always', () => {
  expect(isWindowOpen('dialog360', '2026-03-02T08:00:01Z', NOW)).toBe(true);
  expect(isWindowOpen('dialog360', '2026-03-02T08:00:00Z', NOW)).toBe(false);
  expect(isWindowOpen('dialog360', null, NOW)).toBe(false);
  expect(isWindowOpen('telegram_bot', null, NOW)).toBe(true);
});

test("our messages have ticks; what nobody knows and the customer's have none", () => {
  expect(tickOf(said('2026-03-02T08:00:00Z', 'read'))).toBe('read');
  expect(tickOf(said('2026-03-02T08:00:00Z', 'unknown'))).toBeUndefined();
  expect(tickOf(said('2026-03-02T08:00:00Z'))).toBeUndefined();
});

test('messages stand under their days, in order', () => {
  const items = ['2026-03-01T20:00:00Z', '2026-03-01T21:00:00Z', '2026-03-02T07:00:00Z'].map((at) => said(at));
  const days = byDay(items, (at) => at.slice(0, 10));
  expect(days.map(({ day, items: ofDay }) => [day, ofDay.length])).toEqual([
    ['2026-03-01', 2],
    ['2026-03-02', 1],
  ]);
});

test('what is said without words is told in words', () => {
  const keyOf = (kind: Parameters<typeof wordlessKey>[0]['kind'], text = '', fileName: string | null = null) =>
    wordlessKey({ kind, text, fileName });
  expect([keyOf('sticker'), keyOf('image', 'Look'), keyOf('voice'), keyOf('other')]).toEqual([
    'sticker',
    'image',
    'voice',
    'other',
  ]);
  expect([keyOf('file'), keyOf('file', '', 'price.pdf')]).toEqual(['file', 'named_file']);
  expect([keyOf('remark', '👍'), keyOf('remark'), keyOf('remark', 'Anna changed her number')]).toEqual([
    'reaction',
    'reaction_gone',
    null,
  ]);
  expect([keyOf('text', 'Hello'), keyOf('text')]).toEqual([null, 'none']);
});
