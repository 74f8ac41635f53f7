import { expect, test } from 'vitest';
import en from '#web/locales/en/texts.json';
import ptBr from '#web/locales/pt_br/texts.json';
import ru from '#web/locales/ru/texts.json';
import uk from '#web/locales/uk/texts.json';
import { toStoredText, toReadable } from './variable-names.ts';

const names = ru.variables;

test('a stored text is shown with the names of its variables, and stored unchanged', () => {
  const stored = '{clientName}, ждём вас {recordDate} в {recordTime}.';
  expect(toReadable(stored, names)).toBe('{Имя клиента}, ждём вас {Дата} в {Время}.');
  expect(toStoredText(toReadable(stored, names), names)).toBe(stored);
});

test('a name is known in any case, and a code that is typed stays a code', () => {
  expect(toStoredText('{имя клиента} {clientName}', names)).toBe('{clientName} {clientName}');
});

test('a code is known in any case, as it is when it is sent', () => {
  expect(toReadable('{ClientName} { clientname }', names)).toBe('{Имя клиента} {Имя клиента}');
  expect(toStoredText('{ClientName}', names)).toBe('{clientName}');
});

test('what is no variable, or is only half typed, stays as it was typed', () => {
  const typed = '{Скидка} и {Имя кли';
  expect(toStoredText(typed, names)).toBe(typed);
  expect(toReadable(typed, names)).toBe(typed);
});

test.each([
  ['ru', ru],
  ['en', en],
  ['pt_br', ptBr],
  ['uk', uk],
])('in %s no two variables have one name', (_language, texts) => {
  const all = Object.values(texts.variables).map((name) => name.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});
