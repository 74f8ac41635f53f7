import { type VariableFacts, variableValues } from '#server/subjects/value-rules.ts';
import { expect, test } from 'vitest';
import { FlowKind } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { defaultText, defaultTitle } from '#server/flows/defaults/text-rules.ts';
import { chooseText, renderParameter, renderRuns, renderText, unknownVariablesIn } from './text-rules.ts';

const ANNA: VariableFacts = {
  clientName: 'Анна',
  startsAt: Temporal.Instant.from('2026-11-21T15:30:00Z'),
  oldStartsAt: null,
  timeZone: 'Europe/Moscow',
  masterName: 'Ольга',
  serviceTitles: ['Стрижка', 'Окрашивание'],
  totalMinor: 150_000,
  currency: 'RUB',
  branchTitle: 'Салон на Лесной',
  branchAddress: 'Лесная, 5',
  branchPhone: '+74950000000',
  businessName: 'Локон',
  manageUrl: 'https://n1.example/r/1',
  ignoreLink: () => 'https://app.example/il/x',
  visitsCount: 5,
  spent: 12_000,
  offerTitles: ['Маникюр'],
  reviewUrl: () => 'https://maps.example/lokon',
};
const render = (text: string, change: Partial<VariableFacts> = {}, language: Language = 'ru') =>
  renderText(text, variableValues({ ...ANNA, ...change }, language)).text;

test.each<[Language, string]>([
  ['ru', '21 ноября, суббота, 18:30, 1 500 ₽'],
  ['en', '21 November, Saturday, 18:30, ₽1,500'],
  ['pt_br', '21 de novembro, sábado, 18:30, ₽ 1.500'],
  ['uk', '21 листопада, субота, 18:30, 1 500 ₽'],
])('dates and sums are written in %s', (language, expected) => {
  const rendered = render('{recordDate}, {recordWeekday}, {recordTime}, {orderSum}', {}, language);
  expect(rendered.replaceAll(/\s/gu, ' ')).toBe(expected);
});

test('every variable of the specification has a value', () => {
  const facts = { ...ANNA, cart: { items: [], url: 'https://shop.example/c' } };
  const named = [
    'recordDate',
    'recordTime',
    'recordForm',
    'reviewForm',
    'clientName',
    'masterName',
    'serviceTitle',
    'orderSum',
    'ignoreLink',
    'paymentLink',
  ];
  const rendered = renderText(named.map((name) => `{${name}}`).join(' '), variableValues(facts, 'ru'));
  expect(rendered).toMatchObject({ emptyVariables: [], unknownVariables: [] });
  expect(rendered.text).toContain('https://maps.example/lokon');
});

test('a property of an API event is a variable under its own name; ours come first', () => {
  const values = variableValues(
    { ...ANNA, properties: { points: 5, none: 0, clientName: 'Не она', note: 'a\nb' } },
    'ru',
  );
  expect(renderText('{clientName}: {points}, {none}, { note }, {toString}.', values)).toMatchObject({
    text: 'Анна: 5, 0, a b.',
    unknownVariables: ['toString'],
  });
});

test('the time is the one of the branch, on the other side of midnight too', () => {
  expect(render('{recordDate} {recordTime}', { timeZone: 'Asia/Vladivostok' })).toBe('22 ноября 01:30');
});

test('a moved visit has both times', () => {
  const oldStartsAt = Temporal.Instant.from('2026-11-20T09:00:00Z');
  expect(render('{oldRecordDate} {oldRecordTime} → {recordDate} {recordTime}', { oldStartsAt })).toBe(
    '20 ноября 12:00 → 21 ноября 18:30',
  );
});

test('a sum has its currency’s decimals, none when whole, and is empty when unknown', () => {
  expect(render('{orderSum}', { totalMinor: 150_050 }).replaceAll(/\s/gu, ' ')).toBe('1 500,50 ₽');
  expect(render('{orderSum}', { totalMinor: 1500, currency: 'JPY' }).replaceAll(/\s/gu, ' ')).toBe('1 500 ¥');
  expect(render('{orderSum}', { totalMinor: 0 })).toBe('');
});

test('several services are one list', () => {
  expect(render('{serviceTitle}')).toBe('Стрижка, Окрашивание');
});

test.each([
  ['{clientName}, ждём вас {recordDate} в {recordTime}.', 'Ждём вас 21 ноября в 18:30.'],
  ['Ждём вас, {clientName}!', 'Ждём вас!'],
  ['Здравствуйте, {clientName}! Ждём вас.', 'Здравствуйте! Ждём вас.'],
  ['👋 {clientName}, привет', '👋 привет'],
  ['Запись {recordDate}. Мастер — {masterName}. До встречи', 'Запись 21 ноября. До встречи'],
  ['Дата: {recordDate}, мастер: {masterName}.', 'Дата: 21 ноября.'],
  ['Дата: {recordDate} Мастер: {masterName} Время: {recordTime}', 'Дата: 21 ноября Время: 18:30'],
  ['{recordDate} — {masterName}', '21 ноября'],
  ['{recordDate}, {masterName}, {recordTime}', '21 ноября, 18:30'],
  ['Стрижка ({masterName}) в {recordTime}', 'Стрижка в 18:30'],
  ['Вы идёте к {masterName} в {branchAddress}.', 'Вы идёте.'],
  ['See you {recordTime} with {masterName} at {branchAddress}', 'See you 18:30'],
  ['{recordDate}\nМастер: {masterName}\nАдрес: {branchAddress}\nДо встречи', '21 ноября\nДо встречи'],
  ['Ждём\n\n{masterName}\n\nвас', 'Ждём\n\nвас'],
  ['Привет {clientName} {masterName} {recordDate}', 'Привет 21 ноября'],
  ['{masterName}', ''],
])('an empty variable is removed with the text around it: %j', (text, expected) => {
  expect(render(text, { clientName: '', masterName: null, branchAddress: null })).toBe(expected);
});

test('a text without gaps stays as it was typed, double spaces and all', () => {
  expect(render('Ждём  вас ,  {recordDate} !\n\n\n— и —')).toBe('Ждём  вас ,  21 ноября !\n\n\n— и —');
});

test('an unknown variable is reported and removed', () => {
  const rendered = renderText('Привет, {имя}! {clientnam} {recordDate}', variableValues(ANNA, 'ru'));
  expect(rendered.text).toBe('Привет! 21 ноября');
  expect(rendered.unknownVariables).toEqual(['имя', 'clientnam']);
  expect(unknownVariablesIn(['{имя} {recordDate}', '{имя}', '{x y}'])).toEqual(['имя', 'x y']);
});

test.each([
  ['*{clientName}*, ждём вас *{recordTime}*', 'Ждём вас *18:30*'],
  ['Ваш мастер: *{clientName}*', ''],
  ['Ждём вас, *мастер: {clientName}*.', 'Ждём вас.'],
  ['*{clientName}, ждём _вас_* ~завтра~ _{recordTime}_', 'Ждём _вас_ ~завтра~ _18:30_'],
])('formatting marks around a gap are removed (%j)', (text, expected) => {
  expect(render(text, { clientName: '' })).toBe(expected);
});

test('empty variables are reported', () => {
  const values = variableValues({ ...ANNA, masterName: ' ' }, 'ru');
  expect(renderText('{clientName} {masterName}', values).emptyVariables).toEqual(['masterName']);
});

test('spaces and case inside the braces do not matter', () => {
  expect(render('{ clientName } {CLIENTNAME}')).toBe('Анна Анна');
});

test('a contact’s name cannot fill variables, break lines or change the text direction', () => {
  expect(render('{clientName}', { clientName: '{ignoreLink} {masterName}' })).toBe('{ignoreLink} {masterName}');
  expect(render('{clientName}!', { clientName: 'Анна\n\nПозвоните на\t+7\u202e1\u0000' })).toBe(
    'Анна Позвоните на +7 1!',
  );
  expect(render('{clientName}', { clientName: '$1 $& $`' })).toBe('$1 $& $`');
  expect(render('a{clientName}b', { clientName: '\uE000\uE001' })).toBe('ab');
});

test('a parameter of a template is one line without runs of spaces, and never empty', () => {
  const values = variableValues({ ...ANNA, masterName: null }, 'ru');
  expect(renderParameter('{recordDate}\n\t{recordTime}      {clientName}', values)).toBe('21 ноября 18:30 Анна');
  expect(renderParameter('{masterName}', values)).toBe('—');
});

test.each([
  ['uk', 'ru', 'uk text', 'uk'],
  ['en', 'uk', 'uk text', 'uk'],
  ['en', 'ru', 'default text', 'ru'],
  ['kz', 'pt_br', 'default text', 'pt_br'],
  [null, 'ru', 'default text', 'ru'],
])('a contact who reads %s at a tenant that writes %s gets the %s', (customer, cabinet, text, language) => {
  const texts = { default: 'default text', uk: 'uk text', en: '  ' };
  expect(chooseText(texts, customer, cabinet)).toEqual({ text, language });
});

test('every kind has a default text and title in every language, with nothing but its own variables', () => {
  for (const kind of FlowKind.options) {
    for (const language of Language.options) {
      const names = [...defaultText(kind, language).matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(flowKind(kind).variables, `${kind} ${language}`).toEqual(expect.arrayContaining(names));
      expect(defaultTitle(kind, -1440, language)).not.toBe('');
    }
  }
});

test('a default text reads well when nothing is known but the time', () => {
  const bare = { clientName: '', masterName: null, serviceTitles: [], branchAddress: null, manageUrl: null };
  expect(render(defaultText('visit_reminder', 'ru'), bare)).toBe(
    'Ждём вас 21 ноября, суббота, в 18:30.\n\nВы придёте?',
  );
  expect(render(defaultText('visit_created', 'ru'), bare)).toBe('Вы записаны на 21 ноября, суббота, 18:30.\n\nЛокон');
});

test.each<[number, Language, string]>([
  [-1440, 'ru', 'Напоминание за 24 часа'],
  [-60, 'ru', 'Напоминание за 1 час'],
  [-1, 'ru', 'Напоминание за 1 минуту'],
  [-4320, 'ru', 'Напоминание за 3 дня'],
  [-60, 'uk', 'Нагадування за 1 годину'],
  [-120, 'en', 'Reminder 2 hours before'],
  [-120, 'pt_br', 'Lembrete de 2 horas'],
])('a reminder %i minutes from the visit is titled in %s', (minutes, language, title) => {
  expect(defaultTitle('visit_reminder', minutes, language)).toBe(title);
});

/** The runs as one line: `[names]` where a variable is empty. */
const mark = (text: string, change: Partial<VariableFacts> = {}) =>
  renderRuns(text, variableValues({ ...ANNA, ...change }, 'ru'))
    .map((run) => (run.empty.length > 0 ? `[${run.empty.join('+')}]` : run.text))
    .join('');

test.each([
  ['nothing missing', '{clientName}, ждём', {}, 'Анна, ждём'],
  ['the beginning', '{clientName}, ждём вас', { clientName: '' }, '[clientName]Ждём вас'],
  ['the end, with the label', '{clientName}. Мастер: {masterName}', { masterName: null }, 'Анна.[masterName]'],
  ['a line', 'Ждём\nМастер: {masterName}\nДо встречи', { masterName: null }, 'Ждём\n[masterName]\nДо встречи'],
  [
    'several together',
    'Ждём {masterName}, *{branchPhone}*!',
    { masterName: null, branchPhone: null },
    'Ждём[masterName+branchPhone]!',
  ],
  ['a misspelt one', 'Привет, {clientNme}!', {}, 'Привет[clientNme]!'],
])('a missing value is marked at its place: %s', (_case, text, change, expected) => {
  expect(mark(text, change)).toBe(expected);
});

test.each(FlowKind.options)('the runs of %s, all variables missing, equal the text that is sent', (kind) => {
  for (const language of Language.options) {
    const text = defaultText(kind, language);
    const nothing = { of: () => '', property: () => '' };
    const words = renderRuns(text, nothing).map((run) => run.text);
    const lines = words.join('').split('\n').filter(Boolean);
    expect(lines).toEqual(renderText(text, nothing).text.split('\n').filter(Boolean));
  }
});
