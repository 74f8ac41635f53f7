import { expect, test } from 'vitest';
import { listFlowChoices } from '#contract/audiences/choices.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FLOW_TEMPLATES } from '#contract/gallery/catalogue.ts';
import { addFlowFromTemplate, listFlowTemplates, TemplateType } from '#contract/gallery/calls.ts';
import { FlowKind } from '#contract/flows/calls.ts';
import { CONDITION_FIELDS } from '#contract/audiences/values.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';

const { server, open } = await bookedSalons();
const rows = builders(server.owner);

const list = async ({ owner }: Salon, query: Record<string, string> = {}) =>
  (await server.call(listFlowTemplates, { token: owner.token, query })).body;
const add = async ({ owner }: Salon, templateType: TemplateType, source: string | null = null) =>
  (await server.call(addFlowFromTemplate, { token: owner.token, body: { templateType, source } })).body;
const cardOf = async (salon: Salon, type: TemplateType) =>
  (await list(salon)).templates.find((card) => card.type === type);

test('every kind of flow is in the gallery, with only conditions that the kind offers', () => {
  const kinds = new Set(Object.values(FLOW_TEMPLATES).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(FlowKind.options.toSorted());
  for (const { kind, conditions } of Object.values(FLOW_TEMPLATES)) {
    const fields = conditions?.groups.flatMap((group) => group.conditions.map(({ field }) => field)) ?? [];
    expect(flowKind(kind).conditions).toEqual(expect.arrayContaining(fields));
  }
  expect(CONDITION_FIELDS.length).toBeGreaterThan(15);
});

test.each(TemplateType.options)(
  'one click makes a flow of «%s»: working, in test, with an example like it',
  async (type) => {
    const salon = await open();
    const card = await cardOf(salon, type);
    expect(card?.example.text).not.toMatch(/[{}]/);
    expect(card?.example.text.length).toBeGreaterThan(20);
    expect(card?.made).toEqual([]);
    const flow = await add(salon, type);
    expect(flow).toMatchObject({ status: 'working', mode: 'test', kind: card?.kind, title: card?.title });
    const made = (await cardOf(salon, type))?.made;
    expect(made).toMatchObject([{ id: flow.id, title: flow.title, mode: 'test' }]);
  },
);

test('an example has the words of the template that a new flow would have, where one is approved', async () => {
  const salon = await open();
  const body = 'С праздником, {{1}}! {{2}}';
  const content = { body, parameterCount: 2, media: null, isFillable: true, buttons: [] };
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, category, status, content, synced_at)
     values ($1, $2, 'happy_birthday', 'ru', 'marketing', 'approved', $3, now())`,
    [salon.owner.tenantId, salon.channelId, content],
  );
  expect((await list(salon)).hasWindow).toBe(true);
  expect((await cardOf(salon, 'birthday'))?.example.template).toMatchObject({
    name: 'happy_birthday',
    text: expect.stringMatching(/^С праздником, [А-Я][а-я]+! \S+/),
  });
  expect((await cardOf(salon, 'reminder_24'))?.example.template).toBeNull();
});

test('an example speaks of a visit ahead, or of one that is over when the flow writes', async () => {
  const salon = await open();
  const textOf = async (type: TemplateType) => (await cardOf(salon, type))?.example.text;
  expect(await textOf('reminder_24')).toContain('ждём вас 3 марта, вторник');
  expect(await textOf('repeat_visit')).toContain('вы были у нас 16 января');
  expect(await textOf('lost_client')).toContain('Последний раз вы были у нас 2 декабря');
});

test('a reminder of another hour is not the same, and a courier is not a pickup', async () => {
  const salon = await open();
  await add(salon, 'reminder_2');
  await add(salon, 'order_on_way');
  expect((await cardOf(salon, 'reminder_24'))?.made).toEqual([]);
  expect((await cardOf(salon, 'order_ready'))?.made).toEqual([]);
  expect((await cardOf(salon, 'order_on_way'))?.made).toHaveLength(1);
});

test('the parts that a created flow lacks to write to customers are named', async () => {
  const salon = await open();
  await add(salon, 'cross_selling');
  await server.owner.query(`update channels set removed_at = now() where tenant_id = $1`, [salon.owner.tenantId]);
  expect((await cardOf(salon, 'cross_selling'))?.made).toMatchObject([{ missing: ['channel', 'offer'] }]);
});

test('a system’s gallery has what works with it alone', async () => {
  const salon = await open();
  const types = async (source: string) => (await list(salon, { source })).templates.map(({ type }) => type);
  expect(await types('iiko')).toEqual([
    'group_moved',
    'birthday',
    'order_accepted',
    'order_on_way',
    'order_ready',
    'order_delivered',
    'order_cancelled',
    'daily_report',
    'weekly_report',
  ]);
  expect(await types('yclients')).not.toContain('abandoned_cart');
  const ofPrograms = TemplateType.options.filter((type) => !type.endsWith('_report') && !type.startsWith('deal_')); // no days are stored for contacts of the API, and no deals
  expect(await types('api')).toHaveLength(ofPrograms.length);
  expect((await list(salon)).connectedKinds).toEqual(['yclients']);
});

test('where the cabinet has two booking systems, a flow from the gallery of one follows that one', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  expect((await add(salon, 'reminder_24', 'yclients')).settings.conditions.groups).toEqual([]);
  await rows.aConnection({ tenantId, kind: 'altegio' });
  const flow = await add(salon, 'reminder_24', 'altegio');
  expect(flow.settings.conditions.groups).toEqual([
    { match: 'all', conditions: [{ field: 'source', isNot: false, values: ['altegio'] }] },
  ]);
  expect((await add(salon, 'birthday', 'altegio')).settings.conditions.groups).toEqual([]);
});

test('conditions choose among the categories of the cabinet’s own customers', async () => {
  const [salon, other] = [await open(), await open()];
  const file = async ({ owner: { tenantId } }: Salon, categories: string[]) => {
    const { id } = await rows.aContact({ tenantId });
    await server.owner.query('update contacts set categories = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      id,
      categories,
    ]);
  };
  for (const categories of [['VIP', 'Блондинки'], ['VIP'], ['VIP'], [], ['Аллергия', 'VIP']])
    await file(salon, categories);
  await file(other, ['Чужая']);
  const { body } = await server.call(listFlowChoices, { token: salon.owner.token });
  expect(body).toEqual({
    customerCategories: ['VIP', 'Аллергия', 'Блондинки'],
    eventNames: [],
    eventProperties: [],
    tags: [],
    importedLists: [],
    currency: 'RUB',
    connectedKinds: ['yclients'],
    channelKinds: ['dialog360'],
    segments: [],
    rfmDashboards: [],
    dealStages: [],
    dealPipelines: [],
    dealResponsibles: [],
    dealTags: [],
  });
});
