import { expect, test } from 'vitest';
import { texts as en } from '#web/locales/en/variables.ts';
import { texts as ptBr } from '#web/locales/pt_br/variables.ts';
import { texts as ru } from '#web/locales/ru/variables.ts';
import { texts as uk } from '#web/locales/uk/variables.ts';
import { toKept, toReadable } from './variable-names.ts';

const names = ru;

test('a kept text is read with the names of its variables, and kept as it was', () => {
  const kept = '{clientName}, ждём вас {recordDate} в {recordTime}.';
  expect(toReadable(kept, names)).toBe('{Имя клиента}, ждём вас {Дата} в {Время}.');
  expect(toKept(toReadable(kept, names), names)).toBe(kept);
});

test('a name is known in any case, and a code that is typed stays a code', () => {
  expect(toKept('{имя клиента} {clientName}', names)).toBe('{clientName} {clientName}');
});

test('a code is known in any case, as it is when it is sent', () => {
  expect(toReadable('{ClientName} { clientname }', names)).toBe('{Имя клиента} {Имя клиента}');
  expect(toKept('{ClientName}', names)).toBe('{clientName}');
});

test('what is no variable, or is only half typed, stays as it was typed', () => {
  const typed = '{Скидка} и {Имя кли';
  expect(toKept(typed, names)).toBe(typed);
  expect(toReadable(typed, names)).toBe(typed);
});

test.each([
  ['ru', ru],
  ['en', en],
  ['pt_br', ptBr],
  ['uk', uk],
])('in %s no two variables have one name', (_language, variables) => {
  const all = Object.values(variables).map((name) => name.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});
