import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, type ModelMessage } from 'ai';
import { beforeEach, expect, test } from 'vitest';
import { SalonPlugin } from '#contract/assistants/settings.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { builders } from '#server/testing/rows/builders.ts';
import { type SimulatedYclients, yclientsSalon } from '#server/testing/houses/yclients-salon.ts';
import { orderSource } from '#server/orders/source.ts';
import { visitSource } from '#server/visits/source.ts';
import { salonTools } from './salon-tools.ts';

const { server, world, connect, reset, sourceProviders } = await yclientsSalon();
const rows = builders(server.owner);
const ctx = { ...server.ctx, sourceProviders, sources: { visits: visitSource, orders: orderSource } };
let owner: Awaited<ReturnType<typeof connect>>;
let contactId: ContactId;

beforeEach(async () => {
  await reset();
  owner = await connect();
  contactId = (await rows.aContact({ tenantId: owner.tenantId, name: 'Белла', phone: '+79161234500' })).id;
});

const INSTRUCTIONS = [
  'You are the assistant of a salon.',
  '# Now',
  '2026-03-02 11:00, Monday, Europe/Moscow. Open now.',
  '# Client',
  'Name: Белла',
].join('\n');

/** A talk of the contact with the simulated model that has the tools. */
function talk() {
  const provider = createOpenAICompatible({ name: 'sim', baseURL: `${world.url}/model/v1`, apiKey: 'world' });
  const messages: ModelMessage[] = [];
  return async (content: string): Promise<string> => {
    messages.push({ role: 'user', content });
    const scope = {
      tenantId: owner.tenantId,
      contactId,
      key: `turn ${messages.length}`,
      language: 'ru' as const,
      branchIds: [],
      signal: new AbortController().signal,
      contactTexts: contactTextsIn(messages),
      ownTexts: '',
    };
    const { text } = await generateText({
      model: provider('sim-balanced'),
      instructions: INSTRUCTIONS,
      messages,
      tools: salonTools({ ctx, scope, plugins: { yclients: SalonPlugin.parse({}) } }),
      stopWhen: isStepCount(8),
      maxRetries: 0,
    });
    messages.push({ role: 'assistant', content: text });
    return text;
  };
}
const contactTextsIn = (messages: readonly ModelMessage[]) =>
  messages.flatMap(({ role, content }) => (role === 'user' && typeof content === 'string' ? [content] : [])).join('\n');

const createdRecords = async () =>
  (await world.control<SimulatedYclients>('GET', '/yclients')).records.filter((one) => Reflect.has(one, 'apiId'));

test('a talk books, moves and cancels a visit in the booking system', async () => {
  const write = talk();
  expect(await write('Запишите меня на женскую стрижку в воскресенье в 15:00')).toMatch(/15:00/);
  expect(await createdRecords()).toEqual([]);
  await write('Да');
  expect(await createdRecords()).toMatchObject([{ date: '2026-03-08 15:00:00' }]);
  await write('Перенесите мою запись на 18:00 в воскресенье');
  await write('Да');
  expect(await createdRecords()).toMatchObject([{ date: '2026-03-08 18:00:00' }]);
  await write('Отмените мою запись');
  await write('Да, отмените');
  expect(await createdRecords()).toMatchObject([{ deleted: true }]);
});

test('a contact without a phone is asked for it before the booking, and again where it is none', async () => {
  contactId = (await rows.aContact({ tenantId: owner.tenantId, name: 'Белла', phone: null })).id;
  const write = talk();
  await write('Запишите меня на женскую стрижку в воскресенье в 15:00');
  expect(await write('Да')).toMatch(/телефон/);
  expect(await write('916 12')).toMatch(/не хватает цифр/);
  expect(await createdRecords()).toEqual([]);
  expect(await write('8 (916) 123-45-99')).toMatch(/15:00/);
  expect(await createdRecords()).toMatchObject([{ date: '2026-03-08 15:00:00' }]);
});
