import { expect, test } from 'vitest';
import { isLatestYes, readBirthday, wasSent } from './patient-rules.ts';

const TODAY = Temporal.PlainDate.from('2026-03-02');

test.each([
  ['1990-05-01', 'Иван Петров, 1 мая 1990', true],
  ['1990-05-01', '01.05.90', true],
  ['1990-05-01', 'Иван Петров', false],
  ['2026-03-03', '3 марта 2026', false],
  ['1890-05-01', '1890', false],
  ['вчера', 'вчера', false],
])('a date of birth %s after %j is taken: %s', (given, contactTexts, isTaken) => {
  expect(readBirthday(given, contactTexts, TODAY) !== null).toBe(isTaken);
});

test('a text was sent when a message has it word for word', () => {
  const consent = 'Мы передадим клинике имя и телефон. Вы согласны?';
  expect(wasSent(`Почти готово!\n${consent}`, consent)).toBe(true);
  expect(wasSent('Мы передадим клинике имя. Вы согласны?', consent)).toBe(false);
});

test.each(['Да', 'да, согласна', 'Yes, I agree', 'Sim', 'Так, згодна'])('“%s” is consent', (answer) => {
  expect(isLatestYes(`Запишите меня\n${answer}`)).toBe(true);
});

test.each(['+7 916 123-45-67', 'Нет', 'Не согласна', 'No', 'Зачем?', 'Да\nА сколько стоит?'])(
  '“%s” is no consent',
  (answer) => {
    expect(isLatestYes(answer)).toBe(false);
  },
);
