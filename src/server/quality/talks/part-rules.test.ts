import { expect, test } from 'vitest';
import { employeesOf, partsOf } from './part-rules.ts';

type Line = Parameters<typeof partsOf>[0][number];

const client: Line = { side: 'client', speaker: 'Анна' };
const note: Line = { side: 'note', speaker: '' };
const bot: Line = { side: 'bot', speaker: 'Ника' };
const employee = (speaker: string): Line => ({ side: 'employee', speaker });

test('a talk is split by who spoke for the business; a question belongs to the one who answers it', () => {
  const lines = [
    client,
    bot,
    client,
    bot,
    client,
    employee('Мария'),
    note,
    employee('Мария'),
    client,
    employee('Ольга'),
    client,
  ];
  expect(partsOf(lines)).toEqual([
    { employee: 'Ника', isBot: true, from: 0, to: 3, isFirst: true, isLast: false },
    { employee: 'Мария', isBot: false, from: 4, to: 7, isFirst: false, isLast: false },
    { employee: 'Ольга', isBot: false, from: 8, to: 10, isFirst: false, isLast: true },
  ]);
  expect(employeesOf(lines)).toEqual([
    { name: 'Ника', isBot: true },
    { name: 'Мария', isBot: false },
    { name: 'Ольга', isBot: false },
  ]);
});

test('one employee throughout is one part, and a bot of the same name is another', () => {
  expect(partsOf([employee('Мария'), client, employee('Мария'), client])).toMatchObject([{ from: 0, to: 3 }]);
  expect(partsOf([employee('Ника'), bot])).toHaveLength(2);
});

test('a talk that nobody answered has no parts', () => {
  expect(partsOf([client, note])).toEqual([]);
});
