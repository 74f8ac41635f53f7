import { expect, test } from 'vitest';
import type { Block } from './blocks.ts';
import { passageMaker } from './passage-rules.ts';

function passagesOf(blocks: readonly Block[]) {
  const maker = passageMaker();
  return [...blocks.flatMap((block) => maker.take(block)), ...maker.rest()];
}

const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text, place: null });
const text = (words: string, page: number | null = null): Block => ({
  kind: 'text',
  text: words,
  place: page === null ? null : { kind: 'page', number: page },
});
const long = (word: string) => Array.from({ length: 130 }, () => word).join(' ');

test('short sections stand together, each below its heading', () => {
  const passages = passagesOf([
    heading(1, 'Салон'),
    heading(2, 'Адрес'),
    text('Ленина, 5', 2),
    heading(2, 'Парковка'),
    text('Во дворе, бесплатно', 3),
  ]);
  expect(passages).toEqual([
    {
      headings: ['Салон'],
      text: 'Адрес\nЛенина, 5\nПарковка\nВо дворе, бесплатно',
      place: { kind: 'page', number: 2 },
    },
  ]);
});

test('a long section is a passage of its own below all its headings', () => {
  const passages = passagesOf([
    heading(1, 'Правила'),
    heading(2, 'Отмена'),
    text(long('отменить')),
    heading(2, 'Оплата'),
    text(long('оплатить')),
  ]);
  expect(passages.map(({ headings, text: words }) => [headings, words.slice(0, 8)])).toEqual([
    [['Правила', 'Отмена'], 'отменить'],
    [['Правила', 'Оплата'], 'оплатить'],
  ]);
});

test('a text without headings is cut between sentences into passages of at most 1,400 letters', () => {
  const passages = passagesOf([
    text(Array.from({ length: 60 }, (_, n) => `Это предложение номер ${n} нашего текста.`).join(' ')),
  ]);
  expect(passages.length).toBeGreaterThan(1);
  for (const { text: words } of passages) {
    expect(words.length).toBeLessThanOrEqual(1_400);
    expect(words.endsWith('.')).toBe(true);
  }
});

test('a word without end is cut, and no letter is lost', () => {
  const passages = passagesOf([text('x'.repeat(5_000))]);
  expect(passages.map(({ text: words }) => words).join('')).toHaveLength(5_000);
});

test('each row of a table has the titles of its columns, and begins with the place of its first row', () => {
  const row = (number: number, cells: string[]): Block => ({
    kind: 'row',
    titles: ['Услуга', 'Цена'],
    cells,
    place: { kind: 'row', number, sheet: null },
  });
  expect(passagesOf([row(2, ['Стрижка', '1500']), row(3, ['Укладка', ''])])).toEqual([
    {
      headings: [],
      text: 'Услуга: Стрижка; Цена: 1500\nУслуга: Укладка',
      place: { kind: 'row', number: 2, sheet: null },
    },
  ]);
});

test('a document of headings alone has no passages', () => {
  expect(passagesOf([heading(1, 'Меню'), heading(2, 'Контакты')])).toEqual([]);
});
