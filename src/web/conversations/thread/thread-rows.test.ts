import { expect, test } from 'vitest';
import type { ThreadItem } from '#contract/conversations/calls.ts';
import type { Pending } from '#web/conversations/composer/outbox.ts';
import { threadRows } from './thread-rows.ts';

const item = (id: string, at: string, change: Partial<ThreadItem> = {}) =>
  ({ id, requestId: null, at, direction: 'in', kind: 'text', sender: null, by: null, ...change }) as ThreadItem; // NOTE: what the lines ask of a message
const dayOf = (at: string) => at.slice(0, 10);
const words = (given: Partial<Parameters<typeof threadRows>[0]>) =>
  threadRows({ items: [], outbox: [], unreadSince: null, dayOf, ...given }).map((row) =>
    row.kind === 'item' && row.isFollowing ? `+${row.key}` : row.key,
  );

test('days head their messages, and messages of one person within minutes stand together', () => {
  const items = [
    item('a', '2026-03-01T20:00:00Z'),
    item('b', '2026-03-02T07:00:00Z'),
    item('c', '2026-03-02T07:01:00Z'),
    item('d', '2026-03-02T07:02:00Z', { direction: 'out' }),
    item('e', '2026-03-02T09:00:00Z', { direction: 'out' }),
  ];
  expect(words({ items })).toEqual(['day.2026-03-01', 'a', 'day.2026-03-02', 'b', '+c', 'd', 'e']);
});

test('the first unread message of the contact is marked once', () => {
  const items = [
    item('a', '2026-03-02T07:00:00Z'),
    item('b', '2026-03-02T07:01:00Z', { direction: 'out' }),
    item('c', '2026-03-02T07:02:00Z'),
    item('d', '2026-03-02T07:03:00Z'),
  ];
  expect(words({ items, unreadSince: '2026-03-02T07:01:00Z' })).toEqual([
    'day.2026-03-02',
    'a',
    'b',
    'unread',
    'c',
    '+d',
  ]);
});

test('a bubble keeps its key from the moment it is sent, and stands once', () => {
  const pending = { requestId: 'mine', at: '2026-03-02T07:05:00Z' } as Pending; // NOTE: as above
  expect(words({ outbox: [pending] })).toEqual(['day.2026-03-02', 'mine']);
  const confirmed = item('server', '2026-03-02T07:05:01Z', { requestId: 'mine', direction: 'out' });
  expect(words({ items: [confirmed], outbox: [pending] })).toEqual(['day.2026-03-02', 'mine']);
});
