import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, type ModelMessage } from 'ai';
import { beforeEach, expect, test } from 'vitest';
import { AssistantSettings } from '#contract/assistants/settings.ts';
import * as contract from '#contract/assistants/calls.ts';
import * as turns from '#contract/assistants/turns.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { orderSource } from '#server/orders/source.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { clinicHouse } from '#server/testing/houses/clinic-house.ts';
import { visitSource } from '#server/visits/source.ts';
import { clinicTools } from './clinic-tools.ts';

const { server, world, connect, reset, appointments, sourceProviders } = await clinicHouse();
const rows = builders(server.owner);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
const PLUGIN = { connectionId: null, lpuIds: [], books: true, cancels: true, consentText: '' };

beforeEach(reset);

const INSTRUCTIONS = [
  'You are the assistant of a clinic.',
  '# Now',
  '2026-03-02 11:00, Monday, Europe/Moscow. Open now.',
  '# Client',
  'Name: unknown',
].join('\n');

/** A talk of a contact with the simulated model that has the clinic's functions. */
function talk(tenantId: Awaited<ReturnType<typeof connect>>['tenantId'], contactId: ContactId, language: 'ru' | 'en') {
  const provider = createOpenAICompatible({ name: 'sim', baseURL: `${world.url}/model/v1`, apiKey: 'world' });
  const messages: ModelMessage[] = [];
  const textsOf = (role: ModelMessage['role']) =>
    messages.flatMap((one) => (one.role === role && typeof one.content === 'string' ? [one.content] : [])).join('\n');
  return async (content: string): Promise<string> => {
    messages.push({ role: 'user', content });
    const scope = {
      tenantId,
      contactId,
      key: `turn ${messages.length}`,
      language,
      branchIds: [],
      signal: new AbortController().signal,
      contactTexts: textsOf('user'),
      ownTexts: textsOf('assistant'),
    };
    const { text } = await generateText({
      model: provider('sim-balanced'),
      instructions: INSTRUCTIONS,
      messages,
      tools: clinicTools({ ctx, scope, plugin: PLUGIN }),
      stopWhen: isStepCount(8),
      maxRetries: 0,
    });
    messages.push({ role: 'assistant', content: text });
    return text;
  };
}

const timeIn = (reply: string) => /(?<!\d)\d{2}:\d{2}/u.exec(reply)?.[0] ?? '';

test.each([
  [
    'ru',
    ['хочу записаться к терапевту', 'в среду, {time}', 'Иван Петров', 'да', '1 мая 1990', '8 916 123-45-00', 'да'],
    ['отмените мою запись', 'да'],
  ],
  [
    'en',
    [
      'I want to book a general practitioner',
      'on Wednesday at {time}',
      'Ivan Petrov',
      'yes',
      'May 1, 1990',
      '+7 916 123-45-00',
      'yes',
    ],
    ['cancel my appointment please', 'yes'],
  ],
] as const)('a talk in %s books an appointment with consent, and cancels it', async (language, lines, ends) => {
  const owner = await connect(language);
  const { id: contactId } = await rows.aContact({ tenantId: owner.tenantId, name: '', phone: null });
  const write = talk(owner.tenantId, contactId, language);
  const replies: string[] = [];
  for (const line of lines) {
    if (line === lines.at(-1)) expect(await appointments()).toEqual([]);
    const offered = replies.findLast((reply) => timeIn(reply) !== '') ?? '';
    const wednesday = offered.split('\n').find((one) => /^(?:среда|Wednesday)/iu.test(one)) ?? offered;
    replies.push(await write(line.replace('{time}', timeIn(wednesday))));
  }
  const made = await appointments();
  expect(made, replies.join('\n---\n')).toMatchObject([
    { isCancelled: false, patient: { mobile_phone: '79161234500', birthday: '1990-05-01' } },
  ]);
  expect(made[0]?.start).toMatch(/^2026-03-04/);
  const { rows: stored } = await server.owner.query(
    'select status, consent_text, patient_name from clinic_bookings where tenant_id = $1',
    [owner.tenantId],
  );
  expect(stored).toMatchObject([{ status: 'booked', consent_text: expect.stringMatching(/клинике|clinic/) }]);
  for (const line of ends) await write(line);
  expect(await appointments()).toMatchObject([{ isCancelled: true }]);
});

test('a member tries the draft of a clinic over the API, and nothing is booked', async () => {
  const { token } = await connect('ru');
  const { body } = await server.call(contract.createAssistant, { token, body: { title: 'Ника', trade: 'clinic' } });
  expect(body.settings.plugins.medflex).toEqual(PLUGIN);
  const params = { assistantId: body.id };
  const settings = AssistantSettings.parse({ ...body.settings, language: 'ru' });
  await server.call(contract.saveAssistant, { token, params, body: { title: 'Ника', settings, baseVersion: 1 } });
  const write = async (text: string) => {
    const { body: chat } = await server.call(turns.sendTrialMessage, { token, params, body: { text } });
    return chat.messages.at(-1)!;
  };
  const offer = await write('хочу записаться к терапевту');
  expect(offer.turn?.outcome, JSON.stringify(offer)).toBe('answered');
  expect(offer.turn?.calls.map(({ tool }) => tool)).toContain('find_doctor_times');
  const answers = [];
  for (const line of [timeIn(offer.text), 'Иван Петров', 'да', '1 мая 1990', 'да']) answers.push(await write(line));
  expect(
    answers.map(({ turn }) => turn?.outcome),
    answers.map(({ text, turn }) => `${text} ${JSON.stringify(turn?.findings)}`).join('\n'),
  ).toEqual(answers.map(() => 'answered'));
  expect(answers.at(-2)?.text).toContain('Вы согласны на обработку этих данных?');
  expect(answers.at(-1)?.turn?.calls.at(-1)).toMatchObject({ tool: 'book_appointment', result: { ok: true } });
  expect(await appointments()).toEqual([]);
});
