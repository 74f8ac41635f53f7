import { expect, test } from 'vitest';
import { ChatbotId } from '#contract/chatbots/calls.ts';
import type { ScriptStep, ScriptTrigger } from '#contract/chatbots/scripts.ts';
import { BranchId } from '#contract/connections/calls.ts';
import type { AnsweringMessage } from '#server/conversations/answering/rules.ts';
import { readScriptAnswer, scriptAnswerId } from './answer-id-rules.ts';
import { choiceOf, isHandedOver, isTooOften } from './dialogue-rules.ts';
import { closedSince, isOutside } from './hours-rules.ts';
import { issuesOf } from './issue-rules.ts';
import { answeredStep, runFrom } from './step-rules.ts';
import { findStart, hasWords, type ScriptBot, type StartFacts } from './trigger-rules.ts';

const BOT = ChatbotId.parse('018f0000-0000-7000-8000-000000000001');
const OTHER_BOT = ChatbotId.parse('018f0000-0000-7000-8000-000000000002');
const BRANCH = BranchId.parse('018f0000-0000-7000-8000-0000000000aa');
const OTHER_BRANCH = BranchId.parse('018f0000-0000-7000-8000-0000000000bb');

const aBot = (change: Partial<ScriptBot> = {}): ScriptBot => ({
  id: BOT,
  title: 'Menu',
  branchId: null,
  channelId: null,
  triggers: [],
  steps: [],
  ...change,
});
const words = (...list: string[]): ScriptTrigger => ({ kind: 'words', words: list, stepId: null });
const aMessage = (text: string, change: Partial<AnsweringMessage> = {}): AnsweringMessage => ({
  kind: 'text',
  text,
  buttonId: null,
  quotedProviderId: null,
  ...change,
});
const facts = (change: Partial<StartFacts> = {}): StartFacts => ({
  place: { branchId: null, channelId: null },
  messages: [aMessage('Привет')],
  questions: [],
  isFirst: false,
  isOutside: () => false,
  ...change,
});
const message = (id: string, buttons: { id: string; title: string; stepId: string | null }[] = []): ScriptStep => ({
  id,
  kind: 'message',
  texts: { default: id },
  buttons,
});

test.each([
  ['Сколько стоят ЦЕНЫ?', 'цены', true],
  ['оценить', 'цены', false],
  ['цена', 'цены', false],
  ['Вы ещё работаете', 'еще работаете', true],
  ['где вы, находитесь', 'где вы находитесь', true],
  ['находитесь где вы', 'где вы находитесь', false],
  ['👋', '👋', true],
  ['+', '+', true],
  ['Não sei o preço!', 'preço', true],
])('in «%s» the words «%s» are found: %s', (text, phrase, isFound) => {
  expect(hasWords(text, phrase)).toBe(isFound);
});

test('a greeting starts no bot unless a trigger says so', () => {
  const messages = [aMessage('Добрый день')];
  expect(findStart([aBot({ triggers: [words('цены', 'меню')] })], facts({ messages }))).toBeUndefined();
  expect(findStart([aBot({ triggers: [words('добрый день')] })], facts({ messages }))?.bot.id).toBe(BOT);
});

test('a word is for the bot that has it, before one that answers any message; the longest phrase decides among equal bots', () => {
  const messages = [aMessage('адрес на Тверской')];
  const welcome = aBot({ id: OTHER_BOT, triggers: [{ kind: 'first_message', stepId: null }] });
  const address = aBot({ triggers: [words('адрес')] });
  expect(findStart([welcome, address], facts({ messages, isFirst: true }))?.bot.id).toBe(BOT);
  const street = aBot({ id: OTHER_BOT, triggers: [words('адрес на тверской')] });
  expect(findStart([address, street], facts({ messages }))?.bot.id).toBe(OTHER_BOT);
});

test('the most exact bot of the place starts, and none of another branch', () => {
  const messages = [aMessage('цены')];
  const main = aBot({ triggers: [words('цены')] });
  const ofBranch = aBot({ id: OTHER_BOT, branchId: BRANCH, triggers: [words('цены')] });
  const at = (branchId: BranchId | null) =>
    findStart([main, ofBranch], facts({ messages, place: { branchId, channelId: null } }))?.bot.id;
  expect([at(BRANCH), at(OTHER_BRANCH), at(null)]).toEqual([OTHER_BOT, BOT, BOT]);
});

test('a tapped button of a mailing, or its number, starts a bot', () => {
  const bot = aBot({ triggers: [{ kind: 'button', words: ['Хочу скидку'], stepId: null }] });
  const tap = aMessage('Хочу скидку', { kind: 'button', buttonId: 'r:1' });
  expect(findStart([bot], facts({ messages: [tap] }))?.bot.id).toBe(BOT);
  expect(findStart([bot], facts({ messages: [aMessage('Хочу скидку')] }))).toBeUndefined();
  const questions = [{ providerMessageId: null, buttons: [{ number: 1, id: 'r:1', title: 'Хочу скидку' }] }];
  expect(findStart([bot], facts({ messages: [aMessage('1')], questions }))?.bot.id).toBe(BOT);
  expect(findStart([bot], facts({ messages: [aMessage('2')], questions }))).toBeUndefined();
});

const from = (stepId: string | null, branches: { id: BranchId; title: string }[] = []) => ({
  stepId,
  branchId: null,
  branches,
});
const TWO = [
  { id: BRANCH, title: 'Тверская' },
  { id: OTHER_BRANCH, title: 'Арбат' },
];

test('a run goes on to the next menu, pause or end', () => {
  const steps: ScriptStep[] = [
    message('hello'),
    { id: 'pause', kind: 'wait', seconds: 5 },
    message('menu', [{ id: 'b1', title: 'Цены', stepId: 'prices' }]),
    message('prices'),
    { id: 'back', kind: 'go', stepId: 'menu' },
    { id: 'human', kind: 'person', texts: { default: 'Сейчас позову' }, reason: 'Свадьба' },
  ];
  const bot = aBot({ steps });
  const texts = (run: ReturnType<typeof runFrom>) => run.messages.map((one) => one.texts.default);
  const first = runFrom(bot, from('hello'));
  expect([texts(first), first.end]).toEqual([['hello'], { kind: 'waiting', stepId: 'menu', seconds: 5 }]);
  const prices = runFrom(bot, from('prices'));
  expect([texts(prices), prices.end]).toEqual([['prices', 'menu'], { kind: 'menu', stepId: 'menu' }]);
  const human = runFrom(bot, from('human'));
  expect([texts(human), human.end]).toEqual([['Сейчас позову'], { kind: 'person', reason: 'Свадьба' }]);
  expect(runFrom(bot, from('gone')).end).toEqual({ kind: 'ended' });
});

test('the branch is asked where there are several, and known where there is one', () => {
  const bot = aBot({ steps: [{ id: 'where', kind: 'branch', texts: { default: 'Где?' } }, message('address')] });
  const question = runFrom(bot, from('where', TWO));
  expect(question.messages[0]?.buttons.map(({ title }) => title)).toEqual(['Тверская', 'Арбат']);
  const answer = readScriptAnswer(question.messages[0]?.buttons[1]?.id ?? '');
  expect(answer && answeredStep(bot, answer, TWO)).toEqual({
    menuStepId: 'where',
    stepId: 'address',
    branchId: OTHER_BRANCH,
  });
  expect(runFrom(bot, from('where', TWO.slice(0, 1)))).toMatchObject({
    messages: [{ texts: { default: 'address' }, branchId: BRANCH }],
    end: { kind: 'ended' },
  });
});

test('the payload of a button fits Telegram, and no other payload is read as one', () => {
  const id = scriptAnswerId(BOT, 'abcdefghijkl', BRANCH);
  expect(id.length).toBeLessThanOrEqual(64);
  expect(readScriptAnswer(id)).toEqual({ botId: BOT, key: 'abcdefghijkl', branchTail: '0000000000aa' });
  expect([readScriptAnswer('r:1'), readScriptAnswer('v:confirm:1'), readScriptAnswer(`${id}0`)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a tap, a number and the words of a button answer a menu; other words beside them are for a person', () => {
  const id = scriptAnswerId(BOT, 'b1');
  const questions = [{ providerMessageId: 'm1', buttons: [{ number: 1, id, title: 'Цены и акции' }] }];
  const choose = (...messages: AnsweringMessage[]) => choiceOf({ messages, questions });
  expect(choose(aMessage('Цены и акции', { kind: 'button', buttonId: id }))).toMatchObject({ key: 'b1', isTap: true });
  expect(choose(aMessage('1'))).toMatchObject({ key: 'b1', isTap: false, hasOtherText: false });
  expect(choose(aMessage('цены и акции!'))).toMatchObject({ key: 'b1' });
  expect(choose(aMessage('Здравствуйте'), aMessage('1'))).toMatchObject({ hasOtherText: false });
  expect(choose(aMessage('1'), aMessage('и есть ли парковка?'))).toMatchObject({ hasOtherText: true });
  expect([choose(aMessage('2')), choose(aMessage('цены'))]).toEqual([null, null]);
});

test('a bot that is on needs a trigger, steps, and ways that lead somewhere', () => {
  const codes = (triggers: ScriptTrigger[], steps: ScriptStep[]) => issuesOf({ triggers, steps });
  expect(codes([], [])).toEqual([
    { code: 'no_trigger', step: null },
    { code: 'no_step', step: null },
  ]);
  const menu = (stepId: string | null) => message('menu', [{ id: 'b1', title: 'Цены', stepId }]);
  expect(codes([words('меню')], [menu('menu')])).toEqual([]);
  expect(codes([words('меню')], [menu('gone')])).toEqual([{ code: 'step_missing', step: 0 }]);
  expect(codes([words('меню')], [menu(null)])).toEqual([{ code: 'step_missing', step: 0 }]);
  expect(codes([{ ...words('меню'), stepId: 'gone' }], [menu('menu')])).toEqual([{ code: 'step_missing', step: null }]);
  expect(codes([words('стоп')], [menu('menu')])).toEqual([{ code: 'stop_word', step: null }]);
  expect(codes([words('меню')], [menu('menu'), menu('menu')])).toContainEqual({ code: 'step_repeated', step: null });
  const circle: ScriptStep[] = [message('a'), { id: 'back', kind: 'go', stepId: 'a' }];
  expect(codes([words('меню')], circle)).toEqual([
    { code: 'endless_steps', step: 0 },
    { code: 'endless_steps', step: 1 },
  ]);
  const slow: ScriptStep[] = [
    message('a'),
    { id: 'w', kind: 'wait', seconds: 60 },
    { id: 'back', kind: 'go', stepId: 'a' },
  ];
  expect(codes([words('меню')], slow)).toEqual([]);
});

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[Europe/Moscow]`);
const WEEK = { weekdays: [1, 2, 3, 4, 5], fromMinute: 600, untilMinute: 1_200 };

test.each([
  ['2026-03-02T10:00', false, null],
  ['2026-03-02T09:59', true, '2026-02-27T17:00:00Z'],
  ['2026-03-02T20:00', true, '2026-03-02T17:00:00Z'],
  ['2026-03-01T12:00', true, '2026-02-27T17:00:00Z'],
])('at %s it is outside work hours: %s', (moment, isClosed, since) => {
  expect(isOutside(WEEK, at(moment))).toBe(isClosed);
  if (since) expect(closedSince(WEEK, at(moment))?.toString()).toBe(since);
});

test('a day may end at midnight, and a business that never opens is always closed', () => {
  const late = { weekdays: [1], fromMinute: 0, untilMinute: 1_440 };
  expect(isOutside(late, at('2026-03-02T23:59'))).toBe(false);
  expect(closedSince(late, at('2026-03-03T01:00'))?.toString()).toBe('2026-03-02T21:00:00Z');
  expect(closedSince({ ...late, weekdays: [] }, at('2026-03-03T01:00'))).toBeNull();
});

test('an eleventh message to one contact in ten minutes is too many', () => {
  const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
  const sentAt = Array.from({ length: 9 }, (_, n) => now.subtract({ minutes: n }));
  const run = (count: number) =>
    runFrom(aBot({ steps: Array.from({ length: count }, (_, n) => message(`m${n}`)) }), from('m0'));
  expect([isTooOften(sentAt, run(1), now), isTooOften(sentAt, run(2), now)]).toEqual([false, true]);
  expect(isTooOften(sentAt, run(2), now.add({ minutes: 3 }))).toBe(false);
});

test('a talk that was handed over is left alone for half a day', () => {
  const now = Temporal.Instant.from('2026-03-02T12:00:00Z');
  const handed = (phase: 'person' | 'menu', hours: number) =>
    isHandedOver({ phase, changedAt: now.subtract({ hours }) }, now);
  expect([handed('person', 11), handed('person', 12), handed('menu', 1)]).toEqual([true, false, false]);
});
