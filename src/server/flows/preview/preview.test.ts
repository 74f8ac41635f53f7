import { expect, test } from 'vitest';
import { addOptOuts } from '#contract/contacts/opt-outs.ts';
import { listFlowChoices } from '#contract/audiences/choices.ts';
import { previewFlow, sendFlowTest, setTestPhones } from '#contract/flows/trials.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { apiProgram } from '#server/testing/server/api-program.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { describeTemplate } from '#server/providers/dialog360/template-grammar.ts';
import { storeImage } from '#server/texts/attachments/attachment-actions.ts';
import { aPicture } from '#server/testing/server/pictures.ts';
import { anUpload } from '#server/testing/rows/uploads.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const settingsOf = (kind: FlowKind, change: Partial<FlowSettings> = {}) => ({
  ...defaultSettings(kind, 'ru'),
  ...change,
});
const preview = async (salon: Salon, kind: FlowKind, settings = settingsOf(kind), language?: string) =>
  (await server.call(previewFlow, { token: salon.owner.token, body: { kind, settings, language } })).body;
const withText = (kind: FlowKind, text: string): FlowSettings => {
  const settings = settingsOf(kind);
  return { ...settings, content: { ...settings.content, texts: { default: text } } };
};

test('without a visit ahead an example is shown, in the language asked for', async () => {
  const salon = await open();
  expect(await preview(salon, 'visit_reminder')).toMatchObject({
    aheadCount: 0,
    unknownVariables: [],
    previews: [
      {
        contactId: null,
        visitId: null,
        contactName: 'Анна',
        channelTitle: 'WhatsApp',
        text: expect.stringContaining('Анна, ждём вас 3 марта, вторник, в 18:30.'),
        skipRule: null,
      },
    ],
  });
  const [english] = (await preview(salon, 'visit_changed', undefined, 'en')).previews;
  expect((await preview(salon, 'visit_reminder', undefined, 'en')).previews[0]).toMatchObject({
    language: 'en',
    buttons: [{ type: 'answer', title: 'Confirm' }, { title: 'Cancel' }],
  });
  expect(english?.text).toContain(
    'Anna, your booking has changed: Tuesday, 3 March, at 18:30.\nIt was: 2 March, 18:30',
  );
});

test('real customers are shown with the worst case first: a missing value, then the longest text', async () => {
  const salon = await open();
  await salon.book({ phone: '+79161110001', clientName: 'Ия' });
  await salon.book({ phone: '+79161110002', clientName: 'Александра Константинопольская-Преображенская' });
  await salon.book({ phone: '+79161110003', clientName: 'Вера', masterExternalId: null, masterName: null });
  const shown = await preview(salon, 'visit_reminder', withText('visit_reminder', '{clientName}, мастер {masterName}'));
  expect(shown.previews.map(({ contactName }) => contactName)).toEqual([
    'Вера',
    'Александра Константинопольская-Преображенская',
    'Ия',
  ]);
  expect(shown.previews[0]).toMatchObject({
    emptyVariables: ['masterName'],
    text: 'Вера, мастер',
    runs: [
      { text: 'Вера, мастер', empty: [] },
      { text: '', empty: ['masterName'] },
    ],
    timeZone: 'Europe/Moscow',
    sendAt: '2026-03-03T09:00:00Z',
    channelKind: 'dialog360',
  });
  expect(shown.aheadCount).toBe(3);
});

test('contacts who would not get the message come last, with the reason', async () => {
  const salon = await open();
  await salon.book({ phone: '+79161110001', clientName: 'Ия' });
  await salon.book({ phone: '+79161110002', clientName: 'Вера' });
  await server.call(addOptOuts, { token: salon.owner.token, body: { phones: ['+79161110001'] } });
  const shown = await preview(salon, 'visit_reminder');
  expect(shown.previews).toMatchObject([
    { contactName: 'Вера', skipRule: null },
    { contactName: 'Ия', skipRule: 'opted_out', sendAt: null, channelTitle: null },
  ]);
  expect(shown.aheadCount).toBe(1);
});

test('an example of an order has the values of an order', async () => {
  const salon = await open();
  const shown = await preview(
    salon,
    'order_status',
    withText('order_status', 'Заказ {orderNumber}, {courierName}, {orderItems}'),
  );
  expect(shown.previews).toMatchObject([
    { contactId: null, text: 'Заказ 1024, Иван, Маргарита, Морс × 2', emptyVariables: [] },
  ]);
});

test('at most ten are shown', async () => {
  const salon = await open();
  for (let n = 10; n < 22; n++) await salon.book({ phone: `+791611100${n}` });
  const shown = await preview(salon, 'visit_reminder');
  expect(shown.previews).toHaveLength(10);
  expect(shown.aheadCount).toBe(12);
});

test('unknown variables are named, also those of templates, and are not visible in any text', async () => {
  const salon = await open();
  const settings = withText('visit_created', 'Привет, {clientNme}! {recordTime}');
  const templates = [{ channelId: salon.channelId, name: 'a', language: 'ru', parameters: ['{визит}'] }];
  const shown = await preview(salon, 'visit_created', { ...settings, content: { ...settings.content, templates } });
  expect(shown.unknownVariables).toEqual(['clientNme', 'визит']);
  expect(shown.previews[0]?.text).toBe('Привет! 18:30');
});

test('a template is previewed as it is sent: empty values are dashes, and its buttons are below', async () => {
  const salon = await open();
  await salon.book({ phone: '+79161110003', clientName: 'Вера', masterExternalId: null, masterName: null });
  const settings = settingsOf('visit_reminder');
  const chosen = {
    channelId: salon.channelId,
    name: 'visit_soon',
    language: 'ru',
    parameters: ['{clientName}', '{masterName}'],
  };
  const content = { ...settings.content, templates: [chosen] };
  const components = [
    { type: 'BODY', text: '{{1}}, вас ждёт {{2}}.' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Приду' }] },
  ];
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, status, category, content, synced_at)
     values ($1, $2, $3, $4, 'approved', 'UTILITY', $5, now())`,
    [salon.owner.tenantId, salon.channelId, chosen.name, chosen.language, JSON.stringify(describeTemplate(components))],
  );
  const shown = await preview(salon, 'visit_reminder', { ...settings, content });
  expect(shown.previews[0]?.template).toEqual({
    name: 'visit_soon',
    text: 'Вера, вас ждёт —.',
    buttons: ['Приду'],
    imageUrl: null,
    file: null,
  });
  expect(shown.templateLacks).toBeNull();
  expect((await preview(salon, 'visit_reminder')).previews[0]?.template).toBeNull();
});

test('a template with a media header is shown with its picture, or with what it lacks', async () => {
  const salon = await open();
  const { tenantId } = salon.owner;
  await server.owner.query(
    `insert into channel_templates (tenant_id, channel_id, name, language, status, category, content, synced_at)
     values ($1, $2, 'visit', 'ru', 'approved', 'UTILITY', $3, now())`,
    [
      tenantId,
      salon.channelId,
      JSON.stringify(
        describeTemplate([
          { type: 'HEADER', format: 'IMAGE' },
          { type: 'BODY', text: 'Ждём вас в {{1}}.' },
        ]),
      ),
    ],
  );
  const show = async (imageId: FileId | null) => {
    const settings = settingsOf('visit_reminder', templated(salon));
    const content = { ...settings.content, buttons: [], imageId };
    const { previews, templateLacks } = await preview(salon, 'visit_reminder', { ...settings, content });
    return { template: previews[0]?.template, templateLacks };
  };
  expect(await show(null)).toEqual({ template: null, templateLacks: 'image' });
  await salon.book({});
  await server.owner.query('update contact_addresses set window_until = null where tenant_id = $1', [tenantId]);
  const settings = settingsOf('visit_reminder', templated(salon));
  // The message is due now: before a later one the customer could still write, which would allow free text.
  const timing = { ...settings.timing, delayMinutes: -48 * 60 };
  const { previews } = await preview(salon, 'visit_reminder', { ...settings, timing });
  expect(previews).toMatchObject([{ sendAt: null, skipRule: 'template_lacks_media' }]);
  const image = await storeImage(server.ctx, tenantId, anUpload('salon.png', await aPicture()));
  expect(await show(image.id)).toMatchObject({ template: { imageUrl: image.url, file: null }, templateLacks: null });
});

test('a cancellation is previewed as if the visit were cancelled', async () => {
  const salon = await open();
  await salon.book({});
  expect((await preview(salon, 'visit_cancelled')).previews).toMatchObject([
    { skipRule: null, text: expect.stringContaining('запись на 4 марта, 12:00 отменена') },
  ]);
});

const trial = (salon: Salon, body: Record<string, unknown> = {}) =>
  server.call(sendFlowTest, {
    token: salon.owner.token,
    body: {
      kind: 'visit_reminder',
      settings: settingsOf('visit_reminder', templated(salon)),
      visitId: null,
      testPhones: '',
      ...body,
    },
  });
const templated = (salon: Salon): Partial<FlowSettings> => ({
  content: {
    ...settingsOf('visit_reminder').content,
    templates: [{ channelId: salon.channelId, name: 'visit', language: 'ru', parameters: ['{recordTime}'] }],
  },
});

test('a trial goes to each test number at once, at night too, and counts', async () => {
  const salon = await open();
  await salon.book({});
  await clock.set('2026-03-02T22:00:00Z');
  const { body } = await trial(salon, { testPhones: '+79990000001, 8 999 000-00-02' });
  expect(body.messageIds).toHaveLength(2);
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone).toSorted()).toEqual([
    '+79990000001',
    '+79990000002',
  ]);
  expect(salon.whatsApp.sent[0]?.message.text).toContain('Анна, ждём вас 4 марта, среда, в 12:00.');
  expect(salon.whatsApp.sent[0]?.message.buttons).toMatchObject([{ id: expect.stringMatching(/^t:confirm:/) }, {}]);
  const { rows } = await server.owner.query('select available from message_balances where tenant_id = $1', [
    salon.owner.tenantId,
  ]);
  expect(
    await server.owner.query('select 1 from messages where tenant_id = $1 and is_counted', [salon.owner.tenantId]),
  ).toMatchObject({ rowCount: 2 });
  expect(rows[0].available).toBeGreaterThan(0);
});

test("a trial without a number goes to the cabinet's, and is refused when there is none", async () => {
  const salon = await open();
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones: '+79990000009' } });
  await trial(salon);
  await runJobs();
  expect(salon.whatsApp.sent.map(({ message }) => message.to.phone)).toEqual(['+79990000009']);
  await server.call(setTestPhones, { token: salon.owner.token, body: { testPhones: '' } });
  expect(await trial(salon)).toMatchObject({ status: 422, body: { code: 'flow.test_phone_missing' } });
});

test('a refused trial reports the reason', async () => {
  const salon = await open();
  const testPhones = '+79990000001';
  expect(await trial(salon, { testPhones: 'сорок' })).toMatchObject({
    status: 400,
    body: { details: { fields: { testPhones: ['сорок'] } } },
  });
  expect(await trial(salon, { testPhones, visitId: '01890000-0000-7000-8000-000000000001' })).toMatchObject({
    status: 404,
    body: { code: 'visit.not_found' },
  });
  expect(await trial(salon, { testPhones, settings: settingsOf('visit_reminder') })).toMatchObject({
    status: 422,
    body: { code: 'channel.cannot_reach', details: { phone: testPhones, rule: 'template_missing' } },
  });
  await server.owner.query('update message_balances set available = 0 where tenant_id = $1', [salon.owner.tenantId]);
  expect(await trial(salon, { testPhones })).toMatchObject({ status: 402, body: { code: 'message_quota.exhausted' } });
  await server.owner.query('update message_balances set available = 9 where tenant_id = $1', [salon.owner.tenantId]);
  await server.owner.query('update channels set removed_at = now() where tenant_id = $1', [salon.owner.tenantId]);
  expect(await trial(salon, { testPhones })).toMatchObject({ status: 404, body: { code: 'channel.not_found' } });
});

test("another tenant's visit cannot be tried", async () => {
  const salon = await open();
  const { visitId } = await salon.book({});
  const stranger = await server.signUp();
  const body = { kind: 'visit_reminder', settings: settingsOf('visit_reminder'), visitId, testPhones: '+79990000001' };
  expect(await server.call(sendFlowTest, { token: stranger.token, body })).toMatchObject({
    status: 404,
    body: { code: 'visit.not_found' },
  });
});

test('a text renders the properties of an API event, and the choices list them', async () => {
  const program = await apiProgram(server);
  const { token } = program;
  const client = { phone: '+79160000001', name: 'Анна' };
  await program.post('custom', [{ name: 'bonus', client, properties: { points: 250 } }]);
  const write = async (text: string) => {
    const body = { kind: 'api_event', settings: withText('api_event', text) };
    return (await server.call(previewFlow, { token, body })).body;
  };
  expect(await write('{clientName}, у вас {points} баллов')).toMatchObject({
    previews: [{ text: 'Анна, у вас 250 баллов' }],
    unknownVariables: [],
  });
  expect((await write('{pionts}')).unknownVariables).toEqual(['pionts']);
  expect((await server.call(listFlowChoices, { token })).body.eventProperties).toEqual([
    { eventName: 'bonus', properties: ['points'] },
  ]);
});
