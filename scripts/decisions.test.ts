import { expect, test } from 'vitest';
import { fileNameOf, indexLineOf, readDecisions, readIndex } from './decisions.ts';

const decisions = readDecisions();

test('every decision has a number of its own', () => {
  expect(decisions.length).toBeGreaterThan(10);
  const numbers = decisions.map(({ file }) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('every decision is `# NNNN. Title`, a status, Context, Decision, Consequences', () => {
  for (const { file, number, title, status, sections } of decisions) {
    expect(`${number}. ${title}`, `${file}: the first line is "# NNNN. Title"`).toMatch(/^\d{4}\. \S/);
    expect(status, `${file}: the third line is the status`).toMatch(/^(accepted|(superseded|amended) by \d{4})$/);
    expect(sections, `${file}: its sections`).toEqual(['Context', 'Decision', 'Consequences']);
  }
});

test('a file is named after its title (node scripts/decisions.ts --write)', () => {
  for (const decision of decisions) expect(decision.file).toBe(fileNameOf(decision));
});

test('what supersedes or amends a decision exists', () => {
  const numbers = new Set(decisions.map(({ number }) => number));
  for (const { file, status } of decisions) {
    const [successor] = /\d{4}/.exec(status) ?? [];
    expect(!successor || numbers.has(successor), `${file}: ${status}`).toBe(true);
  }
});

test('the index equals the folder (node scripts/decisions.ts --write)', () => {
  expect(readIndex()).toEqual(decisions.map(indexLineOf));
});
