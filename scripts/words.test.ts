import { expect, test } from 'vitest';
import { countByFolder, findWords, findWordsIn, readAllowances, readWordList } from './words.ts';

const list = readWordList();
const found = (source: string, path = 'src/server/visits/changes/actions.ts') =>
  findWordsIn(path, source, list).map(({ word }) => word);

test('no folder has more words we do not use than it is allowed', { timeout: 120_000 }, () => {
  const allowances = readAllowances();
  const counts = countByFolder(findWords(list));
  const exceeded = Object.entries(counts).flatMap(([folder, count]) => {
    const allowed = allowances[folder] ?? 0;
    return count > allowed ? [`${folder}: ${count}, allowed ${allowed} (see: node scripts/words.ts ${folder})`] : [];
  });
  expect(exceeded.join('\n'), 'code that moved takes its allowance along: node scripts/words.ts --write').toBe('');
});

test('every word has a replacement, and is in the list once', () => {
  for (const place of ['names', 'comments'] as const) {
    const words = list.words.filter((one) => one.in.includes(place)).flatMap((one) => one.words);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  }
  for (const { words, use } of list.words) expect(use, words.join(', ')).not.toBe('');
});

test.each([
  ['const told = 1;', ['told']],
  ['const { phone: heardPhone, ...theirs } = row;', ['heard', 'theirs']],
  ['export function tellPrograms(whose: string) {}', ['tell', 'whose']],
  ['const f = ([asked]: string[]) => asked;', ['asked']],
  ['type Parcel = { askedFor: string; tell(): void };', ['parcel', 'asked', 'tell']],
  ['const Call = z.object({ heardAt: z.string() });', ['heard']],
  ['class Doors { hers = 1; }', ['doors', 'hers']],
  ['const MAX_TRIES = 3;', ['tries']],
])('%s is found', (source, words) => {
  expect(found(source)).toEqual(words);
});

test.each([
  ["const texts = { told: 'She told her' };"],
  ['call(told.heard);'],
  ["import { told } from './reports.ts';"],
  ['type Answer = { promise: Promise<string> };'],
  ['// The value of `told`; a reply of «she» or "her" is quoted.'],
  ['/** Returns what the contact sent. */'],
  ['// So the lock is taken first.'],
])('%s is not', (source) => {
  expect(found(source)).toEqual([]);
});

test('comments and docstrings are read, and a docstring needs a noun', () => {
  expect(found('/** Of the contact. */')).toEqual(['Of …']);
  expect(found('/**\n * What she told us anew.\n */')).toEqual(['she', 'told', 'anew', 'What …']);
});

test('the name of a file is a declared name', () => {
  expect(found('', 'src/server/visits/telling-actions.ts')).toEqual(['telling']);
});

test('findings are counted by side and room', () => {
  const at = (path: string) => ({ path, line: 1, word: 'told', text: 'told', use: '' });
  const paths = ['src/server/flows/planning/a.ts', 'src/server/flows/b.ts', 'src/contract/c.ts'];
  expect(countByFolder(paths.map(at))).toEqual({ 'src/server/flows': 2, 'src/contract': 1 });
});
