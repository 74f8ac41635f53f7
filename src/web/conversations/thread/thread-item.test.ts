import { expect, test } from 'vitest';
import { SenderId } from '#contract/senders/calls.ts';
import { tickOf, contentTextKey } from './thread-item.ts';

test("our messages have ticks; unknown statuses and the contact's messages have none", () => {
  const tick = (status: string | null) => tickOf({ status, isReplied: false, sender: null });
  expect(tick('read')).toBe('read');
  expect(tick('unknown')).toBeUndefined();
  expect(tick(null)).toBeUndefined();
});

test('an answer is marked on the message of a flow, and not on one of a person', () => {
  const by = (senderKind: 'flow' | 'member') => ({
    senderId: SenderId.parse(crypto.randomUUID()),
    senderKind,
    senderTitle: '',
  });
  expect(tickOf({ status: 'delivered', isReplied: true, sender: by('flow') })).toBe('replied');
  expect(tickOf({ status: 'delivered', isReplied: true, sender: by('member') })).toBe('delivered');
});

test('a message without text has a description', () => {
  const keyOf = (kind: Parameters<typeof contentTextKey>[0]['kind'], text = '', fileName: string | null = null) =>
    contentTextKey({ kind, text, fileName });
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
