import { expect, test } from 'vitest';
import { ChannelId } from '#contract/channels/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { intentOf } from '#server/conversations/threads/rules.ts';
import { type VariableFacts, variableValues } from '#server/subjects/value-rules.ts';
import { anId } from '#server/testing/rows/decisions.ts';
import { readVisitAnswer, visitAnswerId } from './answer-rules.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { type ContentFacts, writeContent } from './content-rules.ts';

const VISIT = { kind: 'visit' as const, id: VisitId.parse('0190c2a1-5b7e-7c11-8d22-1f2e3d4c5b6a'), timeVersion: 3 };
const VARIABLES: VariableFacts = {
  clientName: 'Анна',
  startsAt: Temporal.Instant.from('2026-11-21T15:30:00Z'),
  oldStartsAt: null,
  timeZone: 'Europe/Moscow',
  masterName: null,
  serviceTitles: [],
  totalMinor: 0,
  currency: 'RUB',
  branchTitle: 'Локон',
  branchAddress: null,
  branchPhone: null,
  businessName: 'Локон',
  manageUrl: null,
  reviewUrl: () => null,
  ignoreLink: () => null,
  visitsCount: null,
  spent: null,
  offerTitles: [],
};
const FACTS: ContentFacts = {
  values: (language) => variableValues(VARIABLES, language),
  subject: VISIT,
  customerLanguage: null,
  cabinetLanguage: 'ru',
  isTest: false,
  attachment: null,
  knownTemplates: [],
};
const REMINDER = defaultSettings('visit_reminder', 'ru').content;
const write = (change: Partial<TextContent> = {}, facts: Partial<ContentFacts> = {}) =>
  writeContent({ ...REMINDER, ...change }, { ...FACTS, ...facts }).content;

test('the question about the visit has two answer buttons with the visit and its time', () => {
  expect(write().buttons).toEqual([
    { type: 'answer', title: 'Подтвердить', id: 'v:confirm:0190c2a15b7e7c118d221f2e3d4c5b6a:3' },
    { type: 'answer', title: 'Отменить', id: 'v:cancel:0190c2a15b7e7c118d221f2e3d4c5b6a:3' },
  ]);
});

test('a question without a second title is one answer', () => {
  const buttons = [{ type: 'answer' as const, title: 'Приду', action: 'visit' as const, declineTitle: null }];
  expect(write({ buttons }).buttons).toMatchObject([{ title: 'Приду' }]);
});

test('default texts and titles are in the contact’s language, the owner’s own titles stay', () => {
  const content = write({}, { customerLanguage: 'uk' });
  expect(content.text).toContain('чекаємо на вас 21 листопада, субота, о 18:30');
  expect(content.buttons).toMatchObject([{ title: 'Підтвердити' }, { title: 'Скасувати' }]);
  const buttons = [{ type: 'answer' as const, title: 'Приду', action: 'visit' as const, declineTitle: 'Отменить' }];
  expect(write({ buttons }, { customerLanguage: 'en' }).buttons).toMatchObject([
    { title: 'Приду' },
    { title: 'Cancel' },
  ]);
});

test('the answer that opts out has the payload conversations listen for', () => {
  const buttons = [{ type: 'answer' as const, title: 'Отписаться', action: 'opt_out' as const, declineTitle: null }];
  const [button] = write({ buttons }, { customerLanguage: 'en' }).buttons;
  expect(button).toMatchObject({ title: 'Unsubscribe' });
  expect(
    intentOf({ content: 'button', text: 'Unsubscribe', buttonId: button?.type === 'answer' ? button.id : null }),
  ).toEqual({
    kind: 'opt_out',
    scope: 'all',
    source: 'button',
  });
});

test('links and phones stay as they are', () => {
  const buttons: TextContent['buttons'] = [
    { type: 'url', title: 'Сайт', url: 'https://lokon.example' },
    { type: 'call', title: 'Позвонить', phone: '+74950000000' },
  ];
  expect(write({ buttons }).buttons).toEqual(buttons);
});

test('parameters of templates are filled like texts', () => {
  const template = {
    channelId: ChannelId.parse(anId(1)),
    name: 'visit',
    language: 'ru',
    parameters: ['{recordDate} {recordTime}', '{masterName}'],
  };
  expect(write({ templates: [template] }).templates).toEqual([{ ...template, parameters: ['21 ноября 18:30', '—'] }]);
});

const inLanguage = (language: string) => ({
  channelId: ChannelId.parse(anId(1)),
  name: 'visit',
  language,
  parameters: ['{recordDate}'],
});

test('of templates in several languages the contact’s is sent, else the first', () => {
  const templates = [inLanguage('ru'), inLanguage('pt_BR')];
  expect(write({ templates }, { customerLanguage: 'pt_br' }).templates).toMatchObject([
    { language: 'pt_BR', parameters: ['21 de novembro'] },
  ]);
  expect(write({ templates }, { customerLanguage: 'en' }).templates).toMatchObject([
    { language: 'ru', parameters: ['21 ноября'] },
  ]);
});

test('a known template has its text and the positions of its quick replies', () => {
  const template = inLanguage('ru');
  const buttons = [
    { type: 'url', text: 'Сайт' },
    { type: 'quick_reply', text: 'Да' },
    { type: 'quick_reply', text: 'Нет' },
  ];
  const knownTemplates = [{ ...template, status: 'approved', body: 'Ждём вас {{1}}, {{ 2 }}.', media: null, buttons }];
  expect(write({ templates: [template] }, { knownTemplates }).templates).toMatchObject([
    { text: 'Ждём вас 21 ноября, {{ 2 }}.', answerIndexes: [1, 2] },
  ]);
});

test('a template that would be too long when filled has its longest parameter shortened', () => {
  const template = { ...inLanguage('ru'), parameters: ['{recordDate}', '{serviceTitle}'] };
  const knownTemplates = [
    { ...template, status: 'approved', body: 'Ждём вас {{1}}: {{2}}.', media: null, buttons: [] },
  ];
  const values: ContentFacts['values'] = (language) =>
    variableValues({ ...VARIABLES, serviceTitles: ['Стрижка '.repeat(200)] }, language);
  const [written] = write({ templates: [template] }, { knownTemplates, values }).templates;
  expect(written?.text).toHaveLength(1_024);
  expect(written?.parameters[0]).toBe('21 ноября');
  expect(written?.parameters[1]).toMatch(/^Стрижка .*…$/);
});

test('a template with a media header carries the attachment, and none is sent without the media it needs', () => {
  const template = inLanguage('ru');
  const knowing = (media: 'image' | 'document' | null) => [
    { ...template, status: 'approved', body: 'Ждём вас {{1}}.', media, buttons: [] },
  ];
  const file = { url: 'https://desk.example/files/x', mime: 'application/pdf', name: 'Прайс.pdf' };
  const picture = { url: 'https://desk.example/files/y', mime: 'image/png', name: 'salon.png' };
  const headers = (media: 'image' | 'document' | null, attachment: typeof file | null) =>
    write({ templates: [template] }, { knownTemplates: knowing(media), attachment }).templates.map(
      ({ header }) => header ?? null,
    );
  expect(headers('image', picture)).toEqual([{ type: 'image', url: picture.url }]);
  expect(headers('document', file)).toEqual([{ type: 'document', url: file.url, name: 'Прайс.pdf' }]);
  expect(headers(null, picture)).toEqual([null]);
  expect(headers('image', file)).toEqual([]);
  expect(headers('image', null)).toEqual([]);
});

test('the payload of an answer fits into the 64 bytes of Telegram and reads back as it was', () => {
  const answer = { answer: 'confirm' as const, visitId: VISIT.id, timeVersion: 999_999_999, isTest: true };
  const id = visitAnswerId(answer);
  expect(Buffer.byteLength(id)).toBeLessThanOrEqual(64);
  expect(readVisitAnswer(id)).toEqual(answer);
});

test.each([
  '',
  'opt_out',
  'r:1',
  'v:delete:0190c2a15b7e7c118d221f2e3d4c5b6a:3',
  'v:confirm:xyz:1',
  'v:confirm:0190c2a15b7e7c118d221f2e3d4c5b6a:',
])('a payload that is not an answer about a visit is null (%j)', (id) => {
  expect(readVisitAnswer(id)).toBeNull();
});

test('the owner’s test has answers that cannot be taken for the contact’s', () => {
  const [confirm] = write({}, { isTest: true }).buttons;
  expect(confirm?.type === 'answer' && readVisitAnswer(confirm.id)?.isTest).toBe(true);
});

test('a picture and a document have fields of their own', () => {
  const file = { url: 'https://desk.example/files/x', mime: 'application/pdf', name: 'Прайс.pdf' };
  expect(write({}, { attachment: file })).toMatchObject({ image: null, file });
  const picture = { ...file, mime: 'image/png' };
  const { image, file: none } = write({}, { attachment: picture });
  expect([image, none]).toEqual([{ url: file.url, mime: 'image/png' }, undefined]);
});
