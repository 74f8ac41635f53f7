import { expect, test } from 'vitest';
import { createEventReader } from './event-stream.ts';
import type { StreamEvent } from './event-stream.ts';

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const take = createEventReader((event) => events.push(event));
  pieces.forEach(take);
  return events;
}

test('an event is read however it is split', () => {
  expect(read('id: 7\nda', 'ta: {"room":', '"flows"}\n', '\n')).toEqual([{ id: '7', data: '{"room":"flows"}' }]);
  expect(read('id: 7\r', '\ndata: a\r\n\r\n')).toEqual([{ id: '7', data: 'a' }]);
});

test('comments keep the connection open and are no events', () => {
  expect(read(': ping\n\n', 'data: a\n\n')).toEqual([{ id: '', data: 'a' }]);
});

test('an event without an id keeps the last one', () => {
  expect(read('id: 7\ndata: a\n\ndata: b\ndata: c\n\n')).toEqual([
    { id: '7', data: 'a' },
    { id: '7', data: 'b\nc' },
  ]);
});

test('an incomplete event is no event', () => {
  expect(read('data: a\n')).toEqual([]);
});
