import { expect, test } from 'vitest';
import type { TalkMessageFacts } from '#server/connections/talk-port.ts';
import { senderIdOf } from './operator-ids.ts';
import { afterState, isReference, isWithPeople, reportOf, toInbound, purposeOf } from './rules.ts';

const own = { place: 'own', isOwn: false } as const;
const shown = { place: 'shown', isOwn: false } as const;
const written = (author: TalkMessageFacts['author'], more: Partial<TalkMessageFacts> = {}) => ({
  author,
  isPrivate: false,
  text: 'Good day',
  files: [],
  ...more,
});

test('a message of a desk is used by its author and its inbox', () => {
  expect(purposeOf(written('contact'), own)).toBe('contact');
  expect(purposeOf(written('contact'), shown)).toBe('nothing');
  expect(purposeOf(written('person'), own)).toBe('own_answer');
  expect(purposeOf(written('person'), shown)).toBe('answer');
  expect(purposeOf(written('bot'), own)).toBe('nothing');
  expect(purposeOf(written('event'), own)).toBe('nothing');
});

test('a private message is a note of a person and is never sent', () => {
  for (const place of [own, shown]) {
    expect(purposeOf(written('person', { isPrivate: true }), place)).toBe('note');
    expect(purposeOf(written('bot', { isPrivate: true }), place)).toBe('nothing');
  }
});

test('what we wrote ourselves is an echo, whoever the desk names as its author', () => {
  expect(purposeOf(written('person'), { place: 'shown', isOwn: true })).toBe('echo');
  expect(purposeOf(written('person', { isPrivate: true }), { place: 'shown', isOwn: true })).toBe('echo');
});

test('a message without words and files is nothing', () => {
  expect(purposeOf(written('person', { text: ' ' }), shown)).toBe('nothing');
});

test('only ids are references of ours', () => {
  expect(isReference('0198b2c4-7f51-7d6e-8a4b-2f6f6c1d9e10')).toBe(true);
  expect(isReference('wamid.HBgL')).toBe(false);
  expect(isReference(null)).toBe(false);
});

test('a change of a talk closes the conversation or gives it back to the bots', () => {
  expect(afterState('open', 'resolved')).toBe('close');
  expect(afterState('open', 'pending')).toBe('to_bots');
  expect(afterState('pending', 'open')).toBeNull();
  expect(afterState('open', 'open')).toBeNull();
  expect(afterState(null, 'resolved')).toBeNull();
});

test('people have what is open or set aside', () => {
  expect((['open', 'snoozed', 'pending', 'resolved'] as const).map(isWithPeople)).toEqual([true, true, false, false]);
});

test('statuses are written back as far as the desk knows them', () => {
  const statuses = ['planned', 'sending', 'accepted', 'sent', 'delivered', 'read', 'failed', 'skipped', 'unknown'];
  expect(statuses.map(reportOf)).toEqual([null, null, 'sent', 'sent', 'delivered', 'read', 'failed', 'failed', null]);
});

test('each file of a contact’s message is a message of its own, the first with the text', () => {
  const file = { url: 'https://desk.example/1.png', mime: 'image/png', name: '1.png', kind: 'image' } as const;
  const message: TalkMessageFacts = {
    ...written('contact'),
    externalId: '7',
    talkId: '1',
    inboxId: '1',
    authorName: null,
    reference: null,
    files: [file, { ...file, kind: 'audio' }],
    createdAt: Temporal.Instant.from('2026-03-02T09:00:00Z'),
  };
  const from = { channelUserId: '5', phone: null, name: null, language: null };
  expect(
    toInbound(message, { from }).map((event) => [event.providerMessageId, event.content, event.text, event.media?.id]),
  ).toEqual([
    ['7', 'image', 'Good day', file.url],
    ['7:1', 'voice', null, file.url],
  ]);
});

test('a person of a desk is one sender, and another person another', () => {
  expect(senderIdOf('a', 'Olga')).toBe(senderIdOf('a', 'Olga'));
  expect(senderIdOf('a', 'Olga')).not.toBe(senderIdOf('a', 'Ivan'));
  expect(senderIdOf('a', 'Olga')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
