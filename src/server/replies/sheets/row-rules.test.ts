import { expect, test } from 'vitest';
import { columnsOf, readRow, starsIn, titlesIn } from './row-rules.ts';

test.each([
  [['Дата', 'Автор', 'Оценка', 'Текст отзыва', 'Площадка']],
  [['created_at', 'reviewer', 'rating', 'review_text', 'source']],
  [['Data', 'Nome do cliente', 'Nota', 'Comentário', 'Origem']],
  [['Дата', "Ім'я", 'Оцінка', 'Коментар', 'Джерело']],
])('columns of %j are found by their titles', (titles) => {
  expect(columnsOf(titles)).toEqual({ reviewedOn: 0, authorName: 1, stars: 2, text: 3, source: 4 });
});

test.each([
  ['5', 5],
  ['4,0', 4],
  ['3 из 5', 3],
  ['★★', 2],
  ['FIVE', 5],
  ['4.5', null],
  ['0', null],
  ['10', null],
  ['отлично', null],
  ['', null],
])('stars in %j are %s', (cell, stars) => {
  expect(starsIn(cell)).toBe(stars);
});

const row = (cells: string[], line = 2) => ({ line, cells, isBroken: false });

test('the row of titles may stand below a heading', () => {
  const rows = [row(['Отзывы за ноябрь'], 1), row(['Автор', 'Оценка']), row(['Анна', '5'], 3)];
  expect(titlesIn(rows)).toEqual({ at: 1, columns: { authorName: 0, stars: 1 } });
  expect(titlesIn([row(['Анна', '+7 916'])])).toBeNull();
});

const COLUMNS = { authorName: 0, stars: 1, text: 2, reviewedOn: 3, source: 4 };

test('a row is a review, of the chosen platform where it names none', () => {
  expect(readRow(row(['Анна', '5', ' Всё отлично ', '03.11.2026', '']), COLUMNS, 'google')).toEqual({
    source: 'google',
    authorName: 'Анна',
    stars: 5,
    text: 'Всё отлично',
    reviewedOn: '2026-11-03',
    externalId: null,
  });
  expect(readRow(row(['', '2', '', '', 'Яндекс Карты']), COLUMNS, 'google')).toMatchObject({
    source: 'yandex',
    stars: 2,
  });
});

test('a row that is no review names the cell', () => {
  expect(readRow(row(['Анна', 'супер', '', '', '']), COLUMNS, 'google')).toEqual({ field: 'stars', value: 'супер' });
  expect(readRow(row(['Анна', '5', '', 'вчера', '']), COLUMNS, 'google')).toEqual({
    field: 'reviewedOn',
    value: 'вчера',
  });
  expect(readRow({ line: 3, cells: ['"Анна', '5'], isBroken: true }, COLUMNS, 'google')).toMatchObject({ field: null });
});
