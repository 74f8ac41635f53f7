import { expect, test } from 'vitest';
import type { JsonSchema } from '../protocol/json-schema.ts';
import type { ChatRequest } from '../protocol/types.ts';
import { answerStructured, answerTask } from './answer-structured.ts';

const message = (role: 'system' | 'user' | 'assistant', text: string) => ({ role, text, calls: [], callId: null });

function request(instructions: string, texts: readonly string[], schema?: JsonSchema): ChatRequest {
  return {
    model: 'sim-fast',
    messages: [
      message('system', instructions),
      ...texts.map((text, index) => message(index % 2 === 0 ? 'user' : 'assistant', text)),
    ],
    tools: [],
    toolChoice: { kind: 'auto' },
    isParallel: true,
    output: schema ? { kind: 'schema', name: 'out', description: '', schema } : { kind: 'text' },
    maxTokens: null,
    stop: [],
    seed: 1,
    isStream: false,
    hasStreamUsage: false,
  };
}

const TEXT = { type: 'string' };
const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const fill = (instructions: string, text: string, schema: JsonSchema): unknown =>
  JSON.parse(answerStructured(request(instructions, [text], schema)).text ?? '');

test.each([
  ['pt', 'где можно припарковаться?', 'estacionamento'],
  ['ru', 'do you accept cards?', 'карта'],
  ['uk', 'how much is a haircut', 'стрижка'],
  ['en', 'есть ли подарочный сертификат', 'gift card'],
])('search strings are in the language of the knowledge: %s', (language, question, expected) => {
  const found = fill(
    `Write search strings. Language: ${language}`,
    question,
    record({ queries: { type: 'array', items: TEXT, maxItems: 3 } }),
  );
  expect(found).toEqual({ queries: expect.arrayContaining([expect.stringContaining(expected)]) });
});

test('a rule that quotes a word of another language does not make a review another task', () => {
  const instructions = 'Reply to the review of a client.\nLanguage: Russian.\nIn Portuguese write "agradecemos".';
  expect(answerTask(request(instructions, ['Rating: 5 of 5\nAuthor: Анна\nСупер']))?.text).toMatch(/^Анна, /);
});

test.each([
  ['Rating: 5\nAuthor: Анна\nОтличная стрижка!', /^Анна, .*отзыв об услуге «стрижка»/],
  ['2/5. Waited 40 minutes, rude staff at my manicure.', /sorry|apologies/],
  ['★★★ Normal, mas demorou um pouco', /melhorar/],
  ['Жахливий манікюр, дуже нечемний майстер', /прикро|перепрошуємо/i],
])('a reply to %j fits its stars and tells no sex', (review, expected) => {
  const { text } = answerTask(request('Reply to the review.', [review])) ?? {};
  expect(text).toMatch(expected);
  expect(fill('Reply to the review.', review, record({ reply: TEXT }))).toEqual({ reply: text });
});

test('verdicts rest on lines of the talk', () => {
  const verdict = record({
    item: TEXT,
    verdict: { type: 'string', enum: ['yes', 'no', 'na'] },
    lines: { type: 'array', items: { type: 'integer' } },
    quote: TEXT,
  });
  const talk =
    '1 | Client | Здравствуйте, сколько стоит маникюр?\n2 | Мария | Добрый день!\n3 | Мария | Маникюр 2 300 ₽.';
  expect(
    fill(
      'Judge by the checklist.\n# Checklist\n1. Greeted the client\n2. Named the price\n3. Said goodbye',
      talk,
      record({ verdicts: { type: 'array', items: verdict } }),
    ),
  ).toEqual({
    verdicts: [
      { item: '1', verdict: 'yes', lines: [2], quote: 'Добрый день!' },
      { item: '2', verdict: 'yes', lines: [3], quote: 'Маникюр 2 300 ₽.' },
      { item: '3', verdict: 'no', lines: [2], quote: 'Добрый день!' },
    ],
  });
});

test('a summary quotes the client and names the subjects', () => {
  const talk = 'Client: Здравствуйте, хочу маникюр\nAssistant: На когда?\nClient: завтра, и есть ли парковка?';
  expect(fill('Summarize the conversation.', talk, record({ summary: TEXT }))).toEqual({
    summary:
      'Клиент пишет: «Здравствуйте, хочу маникюр». Последнее сообщение: «завтра, и есть ли парковка?». Речь о: маникюр, парковка.',
  });
});

test('a schema with any properties is filled by their types', () => {
  const schema = record({
    flag: { type: 'boolean' },
    count: { type: 'integer', minimum: 2, maximum: 5 },
    kind: { type: 'string', enum: ['a', 'other'] },
    none: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
    list: { type: 'array', items: record({ a: TEXT }) },
  });
  expect(fill('Do something.', 'Hello', schema)).toEqual({
    flag: false,
    count: 2,
    kind: 'other',
    none: null,
    list: [],
  });
});

test('a client with a goal is played through a booking', () => {
  const instructions = 'You are a simulated client. Goal: хочу маникюр завтра в 15:00, меня зовут Ира';
  const talk: string[] = [];
  for (const reply of [
    'Здравствуйте!',
    'вторник, 1 декабря: 14:00, 15:00\nКакое время вам удобно?',
    'Как вас зовут?',
    'Проверьте, пожалуйста: Маникюр, вторник, 1 декабря в 15:00. Всё верно?',
    'Готово, вы записаны: Маникюр. До встречи!',
  ]) {
    talk.push(reply);
    talk.push(answerTask(request(instructions, talk))?.text ?? '');
  }
  expect(talk.filter((_, index) => index % 2 === 1)).toEqual([
    expect.stringContaining('маникюр завтра'),
    'Давайте на 15:00',
    'Ира',
    'Да, всё верно',
    'Спасибо!',
  ]);
});

const CLIENT = [
  'You are a simulated client who writes to a business in a messenger.',
  'Goal: Записаться на маникюр на ближайшие дни',
  'Manner: MANNER',
  'Name: Мария',
  'Language: Russian',
  'When all is done, write only [END]',
].join('\n');

function played(manner: string, replies: readonly string[]): string[] {
  const talk: string[] = [];
  for (const reply of replies)
    talk.push(reply, answerTask(request(CLIENT.replace('MANNER', manner), [...talk, reply]))?.text ?? '');
  return talk.filter((_, index) => index % 2 === 1);
}

const OFFER = 'вторник, 1 декабря: 14:00, 15:00\nКакое время вам удобно?';
const check = (time: string) => `Проверьте, пожалуйста: Маникюр, вторник, 1 декабря в ${time}. Всё верно?`;
const DONE = 'Готово, вы записаны: Маникюр. До встречи!';

test('a simulated client ends the talk by the word of its instructions and gives the name of its role', () => {
  const [opening, name, time, yes, end] = played('plain', ['…', 'Как вас зовут?', OFFER, check('15:00'), DONE]);
  expect(opening).toMatch(/хочу записаться на маникюр/);
  expect([name, time, yes, end]).toEqual(['Мария', 'Давайте на 15:00', 'Да, всё верно', '[END]']);
});

test.each([
  ['terse', /^хочу записаться на маникюр на ближайшие дни$/],
  ['angry', /^Только быстро, мне некогда! Хочу/],
  ['bursts', /^[^\n]+\nхочу/],
  ['mixed', /^(?:Hello|Hi), хочу/],
])('a simulated client writes in its manner: %s', (manner, expected) => {
  expect(played(manner, ['…'])[0]).toMatch(expected);
});

test('a simulated client who changes their mind does so once', () => {
  const [, , other, yes] = played('changes mind', ['…', OFFER, check('15:00'), check('14:00')]);
  expect([other, yes]).toEqual(['Ой, давайте лучше на 14:00', 'Да, всё верно']);
});
