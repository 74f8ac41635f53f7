import { expect, test } from 'vitest';
import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { filterNamed, findNamed } from './naming-rules.ts';

const named = (titles: readonly string[], about: string | null = null) =>
  titles.map((name, at) => ({ id: `0000000${at}`, name, about }));

const SERVICES = {
  ru: named(['Женская стрижка', 'Мужская стрижка', 'Окрашивание в один тон', 'Маникюр с покрытием', 'Педикюр']),
  en: named(['Cut and blow-dry', 'Men’s haircut', 'Full head colour', 'Gel manicure', 'Pedicure', 'Lash lift']),
  pt: named(['Corte feminino', 'Corte masculino', 'Coloração', 'Manicure em gel', 'Design de sobrancelhas']),
  uk: named(['Жіноча стрижка', 'Чоловіча стрижка', 'Фарбування', 'Манікюр із покриттям', 'Ламінування вій']),
};
const find = (language: keyof typeof SERVICES, words: string) =>
  findNamed(SERVICES[language], words, SYNONYMS).map(({ name }) => name);

test.each([
  ['ru', 'маникюр', 'Маникюр с покрытием'],
  ['ru', 'на женскую стрижку', 'Женская стрижка'],
  ['ru', 'ПЕДИКЮР', 'Педикюр'],
  ['ru', 'покраситься', 'Окрашивание в один тон'],
  ['ru', 'подстричь мужа', 'Мужская стрижка'],
  ['ru', 'педикур', 'Педикюр'],
  ['en', 'gel nails', 'Gel manicure'],
  ['en', 'haircut for men', 'Men’s haircut'],
  ['en', 'pedicures', 'Pedicure'],
  ['pt', 'corte para homem', 'Corte masculino'],
  ['pt', 'pintar o cabelo', 'Coloração'],
  ['pt', 'coloracao', 'Coloração'],
  ['uk', 'чоловічу стрижку', 'Чоловіча стрижка'],
  ['uk', 'пофарбуватися', 'Фарбування'],
  ['uk', 'манікюру', 'Манікюр із покриттям'],
] as const)('%s: "%s" means %s', (language, words, title) => {
  expect(find(language, words)).toEqual([title]);
});

test('words of another language than the catalogue are understood by their meaning', () => {
  expect(find('ru', 'manicure')).toEqual(['Маникюр с покрытием']);
  expect(find('pt', 'мужская стрижка')).toEqual(['Corte masculino']);
});

test('words that fit several equally well find all of them', () => {
  expect(find('ru', 'стрижка')).toEqual(['Женская стрижка', 'Мужская стрижка']);
  expect(find('uk', 'стрижка')).toEqual(['Жіноча стрижка', 'Чоловіча стрижка']);
});

test('an id and the exact name find one, though other names contain it', () => {
  const services = named(['Стрижка', 'Стрижка детская']);
  expect(findNamed(services, 'стрижка', SYNONYMS)).toEqual([services[0]]);
  expect(findNamed(services, '00000001', SYNONYMS)).toEqual([services[1]]);
});

test.each([
  ['ru', 'шиномонтаж'],
  ['en', 'massage'],
  ['pt', 'massagem'],
  ['uk', 'масаж'],
  ['ru', ''],
  ['ru', '!'],
] as const)('%s: "%s" is not offered', (language, words) => {
  expect(find(language, words)).toEqual([]);
});

test('a master is found by a part of the name in any case, and by a slip of the pen', () => {
  const masters = named(['Анна Белова', 'Светлана Ким', 'Ольга Котова']);
  const names = (words: string) => findNamed(masters, words, SYNONYMS).map(({ name }) => name);
  expect(names('Анне')).toEqual(['Анна Белова']);
  expect(names('к Светлане')).toEqual(['Светлана Ким']);
  expect(names('Ольга Котовва')).toEqual(['Ольга Котова']);
  expect(names('Марина')).toEqual([]);
});

test('a list is filtered by names and categories', () => {
  const services = [...named(['Женская стрижка'], 'Волосы'), ...named(['Педикюр'], 'Ногти')];
  expect(filterNamed(services, 'ногти', SYNONYMS).map(({ name }) => name)).toEqual(['Педикюр']);
});
