import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(dirname(import.meta.dirname), 'docs', 'decisions');
const files = globSync('*.md', { cwd: folder }).toSorted();

test('every decision has a number of its own, which its title bears', () => {
  expect(files.length).toBeGreaterThan(10);
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  for (const [index, file] of files.entries()) {
    const [title] = readFileSync(join(folder, file), 'utf8').split('\n');
    expect(title, file).toMatch(new RegExp(`^# ${Number(numbers[index])}\\. \\S`));
  }
});

test('every decision says what it decides between, what it is, and what follows', () => {
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text, file).toContain(`**${part}.**`);
  }
});
