import { expect, test } from 'vitest';
import { Notice } from '#contract/onboarding/calls.ts';
import { SenderKind } from '#contract/senders/calls.ts';
import { createFormat } from '#web/lib/format/locale-format.ts';
import { rooms } from './rooms.ts';

test('every kind of sender is declared by one room', () => {
  const kinds = rooms.flatMap(({ senders }) => senders ?? []).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(SenderKind.options.toSorted());
});

test('every kind of notice has words and a target from one room, whatever its parameters', async () => {
  const loaded = await Promise.all(rooms.map(({ notices }) => notices?.()));
  const words = loaded.flatMap((ofRoom) => Object.entries(ofRoom ?? {}));
  expect(words.map(([kind]) => kind).toSorted()).toEqual(Notice.shape.kind.options.toSorted());
  for (const [kind, describe] of words) {
    for (const params of [
      {},
      { title: 1, titles: [null], count: 'x', startsAt: 'soon', timeZone: 'Moon', rights: 5 },
    ]) {
      const { text, target } = describe(params, { t: (key) => key, format: createFormat('en-GB', 'UTC') });
      expect(text, kind).toContain(':');
      expect(target.page, kind).toMatch(/^\//);
      expect(target.to, kind).toMatch(new RegExp(`^${target.page === '/reviews' ? '/widgets/reviews' : target.page}`));
    }
  }
});
