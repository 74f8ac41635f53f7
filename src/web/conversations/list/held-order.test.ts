import { expect, test } from 'vitest';
import { holdOrder, orderOf } from './held-order.ts';

const row = (id: string, minute: number, text = '') => ({
  id,
  lastAt: `2026-03-02T08:${String(minute).padStart(2, '0')}:00Z`,
  text,
});
const SHOWN = [row('anna', 30), row('boris', 20), row('clara', 10)];
const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

test('without a pointer in the list its order is the latest one', () => {
  expect(holdOrder([row('clara', 40), row('anna', 30)], null)).toEqual({
    rows: [row('clara', 40), row('anna', 30)],
    newCount: 0,
  });
});

test('a held row keeps its place and gets its new text, and is counted as new', () => {
  const fresh = [row('clara', 40, 'Hello'), row('anna', 30), row('boris', 20)];
  const list = holdOrder(fresh, orderOf(SHOWN));
  expect(ids(list)).toEqual(['anna', 'boris', 'clara']);
  expect(list.rows[2]?.text).toBe('Hello');
  expect(list.newCount).toBe(1);
});

test('what happens in the open thread is seen, and not counted', () => {
  const fresh = [row('clara', 40), row('anna', 30), row('boris', 20)];
  expect(holdOrder(fresh, orderOf(SHOWN), 'clara').newCount).toBe(0);
});

test('a thread that comes in at the top is counted, and not shown under the pointer', () => {
  const list = holdOrder([row('dora', 41), row('clara', 40), row('anna', 30), row('boris', 20)], orderOf(SHOWN));
  expect(ids(list)).toEqual(['anna', 'boris', 'clara']);
  expect(list.newCount).toBe(2);
});

test('a page loaded meanwhile is added at the end and is not new', () => {
  const list = holdOrder([...SHOWN, row('dora', 5), row('egor', 4)], orderOf(SHOWN));
  expect(ids(list)).toEqual(['anna', 'boris', 'clara', 'dora', 'egor']);
  expect(list.newCount).toBe(0);
});

test('a thread that left the list is gone', () => {
  const list = holdOrder([row('anna', 30), row('clara', 10)], orderOf(SHOWN));
  expect(ids(list)).toEqual(['anna', 'clara']);
  expect(list.newCount).toBe(0);
});
