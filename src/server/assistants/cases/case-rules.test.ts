import { expect, test } from 'vitest';
import { AssistantCaseId } from '#contract/assistants/cases.ts';
import { ASSISTANT_TRADES } from '#contract/assistants/values.ts';
import { newId } from '#server/platform/values/ids.ts';
import { clientInstructions, readClientMessage } from './client-rules.ts';
import { maskPersonal } from './masking-rules.ts';
import { caseOfTalk } from './proposal-rules.ts';
import { readyCases } from './ready-rules.ts';
import { byConcern, estimateRun, hasFailedCall, newlyFailing } from './run-rules.ts';

test.each([
  ['ru', 'Анна Петрова', 'Это Анна, передайте Анне и Петровой', 'Это Мария, передайте Мария и Мария'],
  ['ru', '', 'Меня зовут Света Иванова, номер 8 (916) 123-45-67', 'Меня зовут Мария, номер +79000000000'],
  ['en', 'Kate', 'my name is Kate Brown, kate.b@mail.com', 'my name is Mary, client@example.com'],
  ['pt_br', 'João', 'Sou o João, cartão 4111 1111 1111 1111', 'Sou o Maria, cartão +79000000000'],
  ['uk', 'Оксана', 'Мене звати Оксана, я Оксани подруга', 'Мене звати Марія, я Марія подруга'],
  ['ru', 'Анна', 'Завтра в 15:00, до 3 000 рублей, 2 человека', 'Завтра в 15:00, до 3 000 рублей, 2 человека'],
  ['ru', 'Ян', 'Январь подойдёт', 'Январь подойдёт'],
] as const)('names, phones and e-mails are masked: %s %s', (language, name, text, expected) => {
  expect(maskPersonal(text, { name, language })).toBe(expected);
});

const line = (side: 'contact' | 'ours', text: string) => ({ side, text });
const deed = (tool: string, service: string) => ({
  tool,
  arguments: {},
  result: { ok: true, visit: { service } },
  error: null,
});

test('a case of a conversation has the client’s messages by turn, and expects what happened', () => {
  const lines = [line('contact', 'Привет'), line('contact', 'Я Анна'), line('ours', 'Да?'), line('contact', 'Стрижку')];
  const turns = [{ outcome: 'answered' as const, calls: [deed('book', 'Стрижка')] }];
  expect(caseOfTalk(lines, turns, { name: 'Анна', language: 'ru' })).toMatchObject({
    title: 'Привет Я Мария',
    script: { kind: 'lines', lines: ['Привет\nЯ Мария', 'Стрижку'] },
    expectations: [{ type: 'booked', service: 'Стрижка' }, { type: 'not_handed_over' }],
    visits: [],
  });
});

test('a moved visit is placed before the talk, and a handover is expected again', () => {
  const moved = caseOfTalk(
    [line('contact', 'Перенесите')],
    [{ outcome: 'answered', calls: [deed('move_visit', 'Маникюр')] }],
    { name: '', language: 'ru' },
  );
  expect(moved).toMatchObject({ visits: [{ service: 'Маникюр' }], expectations: [{ type: 'moved' }, {}] });
  const handed = caseOfTalk([line('contact', 'Ужас')], [{ outcome: 'handed_over', calls: [] }], {
    name: '',
    language: 'ru',
  });
  expect(handed?.expectations).toEqual([{ type: 'unchanged' }, { type: 'handed_over' }]);
  expect(caseOfTalk([line('ours', 'Здравствуйте')], [], { name: '', language: 'ru' })).toBeNull();
});

test('every trade has five to eight ready cases in each language; without services those about visits are left out', () => {
  for (const trade of ASSISTANT_TRADES)
    for (const language of ['ru', 'en', 'uk', 'pt_br'] as const) {
      const cases = readyCases(trade, language, 'Стрижка');
      expect(cases.length).toBeGreaterThanOrEqual(5);
      expect(cases.length).toBeLessThanOrEqual(8);
    }
  expect(readyCases('salon', 'ru', null).map(({ name }) => name)).toEqual(['angry', 'injection']);
  expect(readyCases('salon', 'en', 'Haircut')[0]?.settings).toMatchObject({
    title: 'Price: Haircut',
    script: { lines: ['Hello, how much is Haircut?'] },
  });
});

test('a simulated client ends the talk by its word, and its lines are messages in a row', () => {
  const script = { kind: 'client', goal: 'Записаться\nзавтра', manner: 'terse', maxTurns: 5 } as const;
  const instructions = clientInstructions(script, { name: 'Мария', language: 'ru' });
  expect(instructions).toContain('Goal: Записаться завтра\nManner: terse');
  expect(readClientMessage(' Привет \n\nэто я ')).toEqual(['Привет', 'это я']);
  expect(readClientMessage('Спасибо! [END]')).toBeNull();
});

test('a run may cost three times its estimate', () => {
  expect(estimateRun(8, 2_000)).toEqual({ costMicroUsd: 16_000, capMicroUsd: 48_000 });
  expect(estimateRun(1, 0)).toEqual({ costMicroUsd: 0, capMicroUsd: 10_000 });
});

test('a case that passed each time and now fails once is newly failing', () => {
  const [one, two, three] = [newId(AssistantCaseId), newId(AssistantCaseId), newId(AssistantCaseId)];
  const result = (caseId: AssistantCaseId, passed: number) => ({ caseId, title: '', talks: 4, passed });
  const failing = newlyFailing([result(one, 4), result(two, 3)], [result(one, 3), result(two, 3), result(three, 0)]);
  expect(failing.map(({ caseId }) => caseId)).toEqual([one]);
});

test('a talk is disturbed where a function failed by no fault of the assistant', () => {
  const talk = (result: unknown) => [{ calls: [{ tool: 'find_times', arguments: {}, result, error: null }] }];
  expect(hasFailedCall(talk({ ok: false, reason: 'timeout', next: '' }))).toBe(true);
  expect(hasFailedCall(talk({ ok: false, reason: 'taken', next: '' }))).toBe(false);
  expect(hasFailedCall(talk({ ok: true }))).toBe(false);
});

test('cases that concern the owner come first', () => {
  const row = (name: string, passed: number, before: boolean | null) => ({
    caseId: newId(AssistantCaseId),
    settings: { title: name } as never, // NOTE: the order does not read it
    talks: 1,
    done: 1,
    passed,
    costMicroUsd: 0,
    before,
  });
  const rows = [row('same', 1, true), row('mended', 1, false), row('fails', 0, null), row('broke', 0, true)];
  expect(rows.toSorted(byConcern).map(({ settings }) => (settings as { title: string }).title)).toEqual([
    'broke',
    'fails',
    'mended',
    'same',
  ]);
});
