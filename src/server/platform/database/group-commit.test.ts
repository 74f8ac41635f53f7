import { expect, test } from 'vitest';
import { groupCommits } from './group-commit.ts';

const AWAY = new Error('the database is away');

/** Commits that wait until the test releases them, one after another. */
function gate(outcome: (item: number) => string = String) {
  const groups: { items: readonly number[]; open: (error?: Error) => void }[] = [];
  const commit = (items: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      groups.push({ items, open: (error) => (error ? reject(error) : resolve(items.map(outcome))) });
    });
  return { groups, commit };
}
const options = { concurrency: 1, maxGroup: 3, maxWaiting: 5, isHopeless: (error: unknown) => error === AWAY };
const nextTick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('items that arrive while a group is committed form the next one, up to its maximum', async () => {
  const { groups, commit } = gate();
  const intake = groupCommits(commit, options);
  const first = intake.add(1);
  await nextTick();
  const later = [2, 3, 4, 5].map((item) => intake.add(item));
  groups[0]!.open();
  expect(await first).toBe('1');
  await nextTick();
  groups[1]!.open();
  await nextTick();
  groups[2]!.open();
  expect(await Promise.all(later)).toEqual(['2', '3', '4', '5']);
  expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5]]);
});

test('no item resolves before the commit', async () => {
  const { groups, commit } = gate();
  let isAnswered = false;
  const answer = groupCommits(commit, options)
    .add(1)
    .then(() => (isAnswered = true));
  await nextTick();
  expect(isAnswered).toBe(false);
  groups[0]!.open();
  await answer;
});

test('a bad item fails alone', async () => {
  const commit = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('bad');
    return items.map(String);
  };
  const intake = groupCommits(commit, options);
  const settled = await Promise.allSettled([1, 2, 3].map((item) => intake.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('when the database is unavailable all items fail at once, and later ones are tried again', async () => {
  let attempts = 0;
  const intake = groupCommits(async (items: readonly number[]) => {
    attempts += 1;
    if (attempts === 1) throw AWAY;
    return items.map(String);
  }, options);
  const settled = await Promise.allSettled([1, 2, 3].map((item) => intake.add(item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await intake.add(4)).toBe('4');
  expect(attempts).toBe(2);
});

test('items beyond the waiting limit are refused at once', async () => {
  const { groups, commit } = gate();
  const intake = groupCommits(commit, options);
  const answers = [1, 2, 3, 4, 5].map((item) => intake.add(item));
  await expect(intake.add(6)).rejects.toMatchObject({ code: 'server.unavailable' });
  for (const nth of [0, 1]) {
    await nextTick();
    groups[nth]!.open();
  }
  expect(await Promise.all(answers)).toHaveLength(5);
});
