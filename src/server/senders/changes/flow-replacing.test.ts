import { expect, test } from 'vitest';
import { findFlowTexts, replaceFlowTexts } from '#contract/flows/texts.ts';
import { rollBackFlows } from '#contract/flows/versions.ts';
import { deleteFlow, type Flow, getFlow, pauseFlow, saveFlow } from '#contract/flows/calls.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();

const find = async (salon: Salon, body: Record<string, unknown>) =>
  (await server.call(findFlowTexts, { token: salon.owner.token, body: { replaceWith: '', ...body } })).body;
const replace = (salon: Salon, body: Record<string, unknown>) =>
  server.call(replaceFlowTexts, { token: salon.owner.token, body });
const read = async (salon: Salon, flow: Pick<Flow, 'id'>) =>
  (await server.call(getFlow, { token: salon.owner.token, params: { flowId: flow.id } })).body;

async function aFlowWithText(salon: Salon, text: string, title = 'Сценарий'): Promise<Flow> {
  const flow = await salon.aFlow({ kind: 'visit_created', title }, 'test');
  const settings = { ...flow.settings, content: { ...flow.settings.content, texts: { default: text } } };
  const body = { title, settings, testPhones: '', baseVersion: 1 };
  return (await server.call(saveFlow, { token: salon.owner.token, params: { flowId: flow.id }, body })).body;
}

test('a text is replaced in the chosen places: each flow gets one new version, and Undo restores the old one', async () => {
  const salon = await open();
  const first = await aFlowWithText(salon, 'Ждём на Лесной', 'Лесная');
  const second = await aFlowWithText(salon, 'Лесная, 5');
  const request = { find: 'Лесн', replaceWith: 'Садов' };
  const { items } = await find(salon, request);
  expect(items.map(({ flowId, changes }) => [flowId, changes.map(({ after }) => after)])).toEqual([
    [second.id, ['Садовая, 5']],
    [first.id, ['Садовая', 'Ждём на Садовой']],
  ]);

  const flows = [
    { flowId: first.id, baseVersion: first.version, paths: ['content.texts.default'] },
    { flowId: second.id, baseVersion: second.version, paths: ['content.texts.default'] },
  ];
  const { body } = await replace(salon, { ...request, flows });
  expect(body.outcomes.map(({ isDone, version }) => [isDone, version])).toEqual([
    [true, 3],
    [true, 3],
  ]);
  expect(await read(salon, first)).toMatchObject({
    title: 'Лесная',
    version: 3,
    settings: { content: { texts: { default: 'Ждём на Садовой' } } },
  });

  const back = [first, second].map(({ id, version }) => ({ flowId: id, version, baseVersion: version + 1 }));
  await server.call(rollBackFlows, { token: salon.owner.token, body: { flows: back } });
  expect(await read(salon, first)).toMatchObject({
    version: 4,
    settings: { content: { texts: { default: 'Ждём на Лесной' } } },
  });
});

test('the address of reviews is found, shown and saved with its flow', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_created', title: 'Отзыв' }, 'test');
  const settings = { ...flow.settings, options: { ...flow.settings.options, reviewUrl: 'https://maps.example/old' } };
  const body = { title: 'Отзыв', settings, testPhones: '', baseVersion: 1 };
  await server.call(saveFlow, { token: salon.owner.token, params: { flowId: flow.id }, body });
  const request = { find: 'maps.example/old', replaceWith: 'maps.example/new' };
  const { items } = await find(salon, request);
  expect(items[0]?.changes).toMatchObject([
    { path: 'options.reviewUrl', before: 'https://maps.example/old', after: 'https://maps.example/new', trouble: null },
  ]);
  await replace(salon, { ...request, flows: [{ flowId: flow.id, baseVersion: 2, paths: ['options.reviewUrl'] }] });
  expect(await read(salon, flow)).toMatchObject({
    version: 3,
    settings: { options: { reviewUrl: 'https://maps.example/new' } },
  });
});

test('quotes, backslashes and line ends are found as they were typed', async () => {
  const salon = await open();
  await aFlowWithText(salon, 'Салон "Локон"\nЛесная \\ 5');
  expect((await find(salon, { find: '"Локон"\nЛ', replaceWith: 'Волна, л' })).items[0]?.changes).toMatchObject([
    { after: 'Салон Волна, лесная \\ 5' },
  ]);
  expect((await find(salon, { find: '\\', replaceWith: '/' })).items).toHaveLength(1);
  // A property name of the settings is not a text.
  expect((await find(salon, { find: 'delayMinutes', replaceWith: 'x' })).items).toEqual([]);
});

test('the search applies the filters, leaves deleted flows out and is paged', async () => {
  const salon = await open();
  const flows = [];
  for (const title of ['Один', 'Два', 'Три']) flows.push(await aFlowWithText(salon, 'Ждём вас', title));
  const [one, two] = flows;
  const params = (flow: Flow | undefined) => ({ flowId: flow?.id ?? '' });
  await server.call(pauseFlow, { token: salon.owner.token, params: params(one) });
  await server.call(deleteFlow, { token: salon.owner.token, params: params(two) });
  const titles = async (more: Record<string, unknown>) =>
    (await find(salon, { find: 'Ждём', replaceWith: 'Ожидаем', ...more })).items.map(({ title }) => title);
  expect(await titles({})).toEqual(['Три', 'Один']);
  expect(await titles({ status: 'pause' })).toEqual(['Один']);
  expect(await titles({ search: 'тр' })).toEqual(['Три']);
  const page = await find(salon, { find: 'Ждём', replaceWith: 'Ожидаем', limit: 1 });
  expect(page.items.map(({ title }) => title)).toEqual(['Три']);
  expect(await titles({ limit: 1, cursor: page.nextCursor })).toEqual(['Один']);
});

test('a change that breaks a limit, or of a flow that was saved meanwhile, is refused; the others are made', async () => {
  const salon = await open();
  const long = await aFlowWithText(salon, 'я'.repeat(1000));
  const stale = await aFlowWithText(salon, 'я и ты');
  const good = await aFlowWithText(salon, 'я тут');
  const flows = [long, stale, good].map(({ id, version }) => ({
    flowId: id,
    baseVersion: id === stale.id ? version - 1 : version,
    paths: ['content.texts.default'],
  }));
  const { body } = await replace(salon, { find: 'я', replaceWith: 'мы', flows });
  const codeOf = (flow: Flow) => body.outcomes.find(({ flowId }) => flowId === flow.id)?.problem?.code ?? null;
  expect([codeOf(long), codeOf(stale), codeOf(good)]).toEqual(['flow.text_refused', 'flow.changed_meanwhile', null]);
  expect((await read(salon, long)).version).toBe(long.version);
  expect((await read(salon, good)).settings.content.texts.default).toBe('мы тут');
});

test('a variable that would be misspelt is refused for any choice of places', async () => {
  const salon = await open();
  const flow = await aFlowWithText(salon, 'Здравствуйте, {clientName}');
  const flows = [{ flowId: flow.id, baseVersion: flow.version, paths: ['content.texts.default'] }];
  const { body } = await replace(salon, { find: 'clientName', replaceWith: 'clientNam', flows });
  expect(body.outcomes).toMatchObject([{ isDone: false, problem: { code: 'flow.text_refused' } }]);
  expect((await read(salon, flow)).version).toBe(flow.version);
});

test('a text that is no longer there is refused', async () => {
  const salon = await open();
  const flow = await aFlowWithText(salon, 'Ждём вас');
  const flows = [{ flowId: flow.id, baseVersion: flow.version, paths: ['title'] }];
  const { body } = await replace(salon, { find: 'Ждём', replaceWith: 'Ожидаем', flows });
  expect(body.outcomes).toMatchObject([{ isDone: false, problem: { code: 'flow.text_not_found' } }]);
});

test("another tenant's texts are neither found nor replaced", async () => {
  const [salon, stranger] = [await open(), await open()];
  const flow = await aFlowWithText(salon, 'Только у нас');
  expect((await find(stranger, { find: 'Только', replaceWith: 'Лишь' })).items).toEqual([]);
  const flows = [{ flowId: flow.id, baseVersion: flow.version, paths: ['content.texts.default'] }];
  const { body } = await replace(stranger, { find: 'Только', replaceWith: 'Лишь', flows });
  expect(body.outcomes).toMatchObject([{ title: '', problem: { code: 'flow.not_found' } }]);
  expect((await read(salon, flow)).settings.content.texts.default).toBe('Только у нас');
});
