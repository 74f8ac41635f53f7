import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { shortWords, TEXT_OPTIONS } from './text-options.ts';

const russian = {
  left_one: 'Осталось {{count, number}} сообщение',
  left_few: 'Осталось {{count, number}} сообщения',
  left_many: 'Осталось {{count, number}} сообщений',
  left_other: 'Осталось {{count, number}} сообщения',
  greeting: 'Здравствуйте, {{name}}',
  hint: 'Напомним за день и в 10:00 — без звонков',
  checked: 'Проверено {{ago}}. Дальше...',
  today_one: 'Сегодня {{count, number}} визит',
  today_few: 'Сегодня {{count, number}} визита',
  today_many: 'Сегодня {{count, number}} визитов',
  today_other: 'Сегодня {{count, number}} визита',
  'today@medical_one': 'Сегодня {{count, number}} приём',
  'today@medical_few': 'Сегодня {{count, number}} приёма',
  'today@medical_many': 'Сегодня {{count, number}} приёмов',
  'today@medical_other': 'Сегодня {{count, number}} приёма',
};
const portuguese = { rows_one: '{{count, number}} linha', rows_other: '{{count, number}} linhas' };
const english = { status: { working: 'Working' }, a_link: 'a b' };

const i18n = createInstance({
  ...TEXT_OPTIONS,
  resources: { ru: { app: russian }, pt_br: { app: portuguese }, en: { app: english } },
}).use(shortWords);
await i18n.init();
const t = (lng: string, key: string, values?: Record<string, string | number>) => i18n.t(key, { ...values, lng });

test('Russian chooses among its plural forms', () => {
  expect([1, 2, 5, 11, 21, 22].map((count) => t('ru', 'left', { count }))).toEqual([
    'Осталось 1 сообщение',
    'Осталось 2 сообщения',
    'Осталось 5 сообщений',
    'Осталось 11 сообщений',
    'Осталось 21 сообщение',
    'Осталось 22 сообщения',
  ]);
  expect(t('ru', 'left', { count: 1.5 })).toBe('Осталось 1,5 сообщения');
});

test('a large count is written as the language writes numbers', () => {
  expect(t('ru', 'left', { count: 12_345 })).toBe('Осталось 12\u00a0345 сообщений');
});

test('a form the language lacks falls back to the general one', () => {
  expect(t('pt_br', 'rows', { count: 1e6 })).toBe('1.000.000 linhas');
});

test('a text the language lacks is shown in English', () => {
  expect(t('ru', 'status.working')).toBe('Working');
});

test('a variant has its own words where it says something otherwise, in every plural form', () => {
  expect(t('ru', 'today', { count: 5, context: 'medical' })).toBe('Сегодня 5 приёмов');
  expect(t('ru', 'today', { count: 5, context: 'dashboard' })).toBe('Сегодня 5 визитов');
  expect(t('ru', 'today', { count: 5, context: 'default' })).toBe('Сегодня 5 визитов');
});

test('values are put in as they are, whatever signs they hold', () => {
  expect(t('ru', 'greeting', { name: '$& {{x}} <b> $t(hint)' })).toBe('Здравствуйте, $& {{x}} <b> $t(hint)');
});

test('short words cling to the next one', () => {
  expect(t('ru', 'hint')).toBe('Напомним за\u00a0день и\u00a0в\u00a010:00\u00a0— без звонков');
  expect(t('en', 'a_link')).toBe('a b');
});

test('an abbreviation at the end of a sentence has one full stop', () => {
  expect(t('ru', 'checked', { ago: '1 мин.' })).toBe('Проверено 1 мин. Дальше...');
});
