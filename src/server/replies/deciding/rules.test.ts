import { expect, test } from 'vitest';
import type { Language } from '#contract/primitives.ts';
import { ReplyRule, ReplyTemplate } from '#contract/replies/settings.ts';
import { chooseRule, chooseTemplate, isApproved } from './choosing-rules.ts';
import { fillTemplate, signed } from './filling-rules.ts';
import { languageOfReview } from './language-rules.ts';
import { instructionsOf, messageOf, type ReviewFacts } from './prompt-rules.ts';
import { checkWording } from './wording-rules.ts';

const rule = (change: Partial<ReplyRule> = {}): ReplyRule => ({
  id: 'one',
  source: null,
  starsFrom: 1,
  starsTo: 5,
  text: 'any',
  way: 'model',
  templates: [],
  ...change,
});
const chosen = (rules: ReplyRule[], review: Parameters<typeof chooseRule>[1]) =>
  chooseRule({ sources: ['own', 'google'], rules }, review)?.number ?? null;

test('the first rule that fits the source, the stars and the text replies', () => {
  const rules = [
    rule({ starsFrom: 4, text: 'without' }),
    rule({ source: 'google', starsFrom: 4 }),
    rule({ starsFrom: 1, starsTo: 3, text: 'with' }),
  ];
  expect(chosen(rules, { source: 'own', stars: 5, text: ' ' })).toBe(1);
  expect(chosen(rules, { source: 'google', stars: 4, text: 'Хорошо' })).toBe(2);
  expect(chosen(rules, { source: 'own', stars: 2, text: 'Долго' })).toBe(3);
  expect(chosen(rules, { source: 'own', stars: 5, text: 'Хорошо' })).toBeNull();
  expect(chosen(rules, { source: 'yandex', stars: 5, text: '' })).toBeNull();
});

test('templates are used in turn', () => {
  const templates = ['a', 'b', 'c'];
  expect(chooseTemplate(templates, new Map())).toBe('a');
  expect(chooseTemplate(templates, new Map([['a', 1]]))).toBe('b');
  expect(
    chooseTemplate(
      templates,
      new Map([
        ['a', 2],
        ['b', 2],
        ['c', 1],
      ]),
    ),
  ).toBe('c');
  expect(chooseTemplate([], new Map())).toBeNull();
});

test('a person approves below the stars of the widget', () => {
  expect([1, 3, 4, 5].map((stars) => isApproved({ approvalBelow: 4 }, stars))).toEqual([false, false, true, true]);
  expect(isApproved({ approvalBelow: 6 }, 5)).toBe(false);
  expect(isApproved({ approvalBelow: 1 }, 1)).toBe(true);
});

test.each([
  ['{clientName}, спасибо за отзыв!', 'Анна', 'Анна, спасибо за отзыв!'],
  ['{clientName}, спасибо за отзыв!', '', 'Спасибо за отзыв!'],
  ['Спасибо, {clientName}! Ждём в {businessName}.', '', 'Спасибо! Ждём в Лотос.'],
  ['Привет! {clientName}, рады вам.', '', 'Привет! Рады вам.'],
  ['Thank you {clientName}', '', 'Thank you'],
])('%j for the name %j is %j', (template, clientName, expected) => {
  expect(fillTemplate(template, { clientName, businessName: 'Лотос' })).toBe(expected);
});

test('the signature is the last line, once', () => {
  expect(signed('Спасибо!', 'Команда «Лотос»')).toBe('Спасибо!\n\nКоманда «Лотос»');
  expect(signed('Спасибо! Команда «Лотос»', 'Команда «Лотос»')).toBe('Спасибо! Команда «Лотос»');
  expect(signed('Спасибо!', '')).toBe('Спасибо!');
});

test.each([
  ['Отличная стрижка, спасибо большое', 'en', 'ru'],
  ['Дуже сподобалося, дякую майстрині', 'ru', 'uk'],
  ['Great haircut, will come again', 'ru', 'en'],
  ['Atendimento excelente, voltarei com certeza, foi muito bom', 'en', 'pt_br'],
  ['👍', 'uk', 'uk'],
  ['OK', 'ru', 'ru'],
] as const)('the language of %j is found; usual is %s', (text, usual, expected) => {
  expect(languageOfReview(text, usual)).toBe(expected);
});

const facts = (change: Partial<ReviewFacts> = {}): ReviewFacts => ({
  source: 'google',
  stars: 5,
  text: 'Мастер Ольга сделала отличную стрижку за 40 минут',
  clientName: 'Анна',
  language: 'ru',
  businessName: 'Салон «Лотос»',
  ...change,
});
const SETTINGS = { instruction: '', signature: '', tone: 'friendly' } as const;
const checks = (text: string, change: Partial<ReviewFacts> = {}) => {
  const about = facts(change);
  const instructions = instructionsOf(about, SETTINGS);
  return checkWording(text, about, { settings: SETTINGS, instructions }).map(({ check }) => check);
};

test.each([
  'Анна, спасибо за отзыв! Рады, что Ольга вам понравилась. Ждём Вас снова.',
  'Благодарим за тёплые слова! Приятно, что стрижка за 40 минут вас порадовала.',
  'Нам очень жаль, что так вышло. Мы разберёмся, почему это случилось.',
])('“%s” may be sent', (text) => {
  expect(checks(text)).toEqual([]);
});

test.each<[Language, string]>([
  ['ru', 'Я рада, что вам понравилось!'],
  ['ru', 'Рад видеть вас снова.'],
  ['ru', 'Жаль, что вы остались(ась) недовольны.'],
  ['ru', 'Дорогая Анна, спасибо за отзыв.'],
  ['ru', 'Я вчера передала ваши слова коллегам.'],
  ['ru', 'Спасибо, что вы пришла к нам.'],
  ['uk', 'Я вдячна за відгук.'],
  ['uk', 'Шановна Анно, дякуємо за відгук.'],
  ['en', 'Dear madam, thank you.'],
  ['pt_br', 'Muito obrigada pela avaliação!'],
  ['pt_br', 'Seja bem-vinda sempre!'],
])('a form that shows the sex is found, %s: “%s”', (language, text) => {
  expect(checks(text, { language })).toContain('shows the sex');
});

test.each<[Language, string]>([
  ['ru', 'Сделаем вам скидку на следующий визит.'],
  ['ru', 'Мы вернём деньги за стрижку.'],
  ['uk', 'Подаруємо вам сертифікат.'],
  ['en', 'We will refund your visit in full.'],
  ['pt_br', 'Vamos dar um desconto na próxima visita.'],
])('a compensation is never promised, %s: “%s”', (language, text) => {
  expect(checks(text, { language })).toContain('compensation');
});

test('a compensation of the review may be named, and is not promised', () => {
  const review = { text: 'Обещали скидку и не дали' };
  expect(checks('Нам жаль, что со скидкой вышла путаница.', review)).toEqual([]);
  expect(checks('Мы обязательно предоставим скидку.', review)).toContain('compensation');
});

test.each([
  ['Спасибо! Наш мастер Елена будет ждать вас.', 'unknown name'],
  ['Мария, спасибо за отзыв!', 'unknown name'],
  ['Спасибо за 12 лет с нами!', 'number'],
  ['Звоните нам: +7 916 111-22-33.', 'phone'],
  ['Спасибо, {имя}!', 'placeholder'],
  ['Thank you very much for your kind words about our salon.', 'language'],
  [`Спасибо! ${'Очень приятно читать такие слова. '.repeat(30)}`, 'too long'],
  ['', 'empty'],
])('“%s” names what the review does not say, or is no reply: %s', (text, check) => {
  expect(checks(text)).toContain(check);
});

test('the model is told the review, its language and what was wrong, and nothing of the client beside the first name', () => {
  expect(messageOf(facts())).toBe(
    'Source: google\nRating: 5 of 5\nAuthor: Анна\nМастер Ольга сделала отличную стрижку за 40 минут',
  );
  const again = instructionsOf(facts({ language: 'uk' }), { ...SETTINGS, instruction: 'Запрошуй на кас' }, [
    { check: 'number', quote: '12' },
  ]);
  expect(again).toMatch(/Language: Ukrainian\.[\s\S]*Запрошуй на кас[\s\S]*- number: 12/);
});

test('a template takes the two variables alone, and a rule of templates has one', () => {
  expect(ReplyTemplate.safeParse('{clientName}, спасибо').success).toBe(true);
  expect(ReplyTemplate.safeParse('{masterName}, спасибо').error?.issues[0]?.message).toBe('reply_variable');
  expect(ReplyRule.safeParse(rule({ way: 'templates' })).success).toBe(false);
  expect(ReplyRule.safeParse(rule({ starsFrom: 4, starsTo: 2 })).success).toBe(false);
});
