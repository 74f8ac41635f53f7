import { expect, test } from 'vitest';
import type { Conversation, ThreadItem } from '#contract/conversations/calls.ts';
import { isInList, mergeNewest, placeItem, placeRow, type ThreadPage } from './conversation-pages.ts';

const at = (minute: number) => `2026-03-02T08:${String(minute).padStart(2, '0')}:00Z`;
const row = (id: string, minute: number, change: Partial<Conversation> = {}) =>
  ({
    id,
    lastMessageAt: at(minute),
    state: 'open',
    assigneeId: null,
    unreadSince: null,
    needsPersonSince: null,
    ...change,
  }) as Conversation; // NOTE: what the order and the lists ask of a row
const list = (pages: Conversation[][], nextCursor: string | null = null) => ({
  pages: pages.map((items, index) => ({ items, nextCursor: index < pages.length - 1 ? `page ${index}` : nextCursor })),
  pageParams: pages.map(() => undefined),
});
const idsOf = ({ pages }: { pages: { items: { id: string }[] }[] }) =>
  pages.map(({ items }) => items.map(({ id }) => id).join(' '));

const PAGES = [
  [row('anna', 40), row('boris', 30)],
  [row('clara', 20), row('dora', 10)],
];

test('a conversation that was written in comes to the top, and stands once', () => {
  expect(idsOf(placeRow(list(PAGES), row('clara', 50), true))).toEqual(['clara anna boris', 'dora']);
});

test('a changed conversation keeps its place by its last message', () => {
  const placed = placeRow(list(PAGES), row('clara', 20, { contactName: 'Clara' }), true);
  expect(idsOf(placed)).toEqual(['anna boris', 'clara dora']);
  expect(placed.pages[1]?.items[0]?.contactName).toBe('Clara');
});

test('a conversation that no longer belongs leaves the list', () => {
  expect(idsOf(placeRow(list(PAGES), row('boris', 30), false))).toEqual(['anna', 'clara dora']);
});

test('one older than all that is loaded comes with its page, and at once where all pages are loaded', () => {
  expect(idsOf(placeRow(list(PAGES, 'more'), row('egor', 5), true))).toEqual(['anna boris', 'clara dora']);
  expect(idsOf(placeRow(list(PAGES), row('egor', 5), true))).toEqual(['anna boris', 'clara dora egor']);
});

test('lists are by state, member and what waits', () => {
  const own = row('anna', 1, { assigneeId: 'me' as Conversation['assigneeId'] });
  const unassigned = row('boris', 1, { needsPersonSince: at(0) });
  const closed = row('clara', 1, { state: 'closed', unreadSince: at(0) });
  const listsOf = (one: Conversation) =>
    (['all', 'inbox', 'mine', 'unassigned', 'waiting', 'unread', 'snoozed', 'closed'] as const).filter((name) =>
      isInList(name, one, 'me'),
    );
  expect(listsOf(own)).toEqual(['all', 'inbox', 'mine']);
  expect(listsOf(unassigned)).toEqual(['all', 'inbox', 'unassigned', 'waiting']);
  expect(listsOf(closed)).toEqual(['closed']);
});

const item = (id: string, minute: number, text = id) => ({ id, at: at(minute), text }) as ThreadItem; // NOTE: as above
const page = (items: ThreadItem[], nextCursor: string | null = null) => ({ items, nextCursor }) as ThreadPage; // NOTE: as above
const thread = (...pages: ThreadPage[]) => ({ pages, pageParams: pages.map(() => ({})) });

test('new messages come over the loaded ones, changed ones in their place, older pages stay', () => {
  const loaded = thread(page([item('c', 3), item('b', 2)], 'older'), page([item('a', 1)]));
  const merged = mergeNewest(loaded, page([item('d', 4), item('c', 3, 'read'), item('b', 2)], 'fresh'));
  expect(idsOf(merged)).toEqual(['d c b', 'a']);
  expect(merged.pages[0]?.items[1]?.text).toBe('read');
  expect(merged.pages[0]?.nextCursor).toBe('older');
});

test('what the newest page no longer holds of its time was deleted', () => {
  const merged = mergeNewest(
    thread(page([item('c', 3), item('b', 2), item('a', 1)])),
    page([item('c', 3), item('a', 1)]),
  );
  expect(idsOf(merged)).toEqual(['c a']);
});

test('after a gap only the newest page is kept, so that nothing is missing between', () => {
  const loaded = thread(page([item('b', 2)], 'older'), page([item('a', 1)]));
  const merged = mergeNewest(loaded, page([item('z', 50), item('y', 49)], 'between'));
  expect(idsOf(merged)).toEqual(['z y']);
  expect(merged.pages[0]?.nextCursor).toBe('between');
});

test('a posted message is added once', () => {
  const once = placeItem(thread(page([item('a', 1)])), item('b', 2));
  expect(idsOf(placeItem(once, item('b', 2, 'sent')))).toEqual(['b a']);
});
