import { beforeEach, expect, test } from 'vitest';
import { type ChannelTemplate, ChannelId } from '#contract/channels/calls.ts';
import { getMessageTrace, listMessageLog } from '#contract/delivery/calls.ts';
import type { SignedUp } from '#server/testing/server/http.ts';
import { wholeSalon } from '#server/testing/houses/whole-salon.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { sendFlowTest } from '#contract/flows/trials.ts';
import { createFlow, deleteFlow, type FlowId, FlowKind, switchFlowMode } from '#contract/flows/calls.ts';
import { listTimeline } from '#contract/insights/calls.ts';
import { listVisitOptions } from '#contract/visits/calls.ts';
import { barredTemplates, proposedTemplates } from './template-rules.ts';

const channelId = ChannelId.parse('00000000-0000-7000-8000-000000000001');
const template = (name: string, language = 'ru', change: Partial<ChannelTemplate> = {}): ChannelTemplate => ({
  name,
  language,
  category: 'utility',
  status: 'approved',
  reason: null,
  body: 'Hello {{1}}',
  parameterCount: 4,
  media: null,
  hasMedia: false,
  isFillable: true,
  buttons: [],
  ...change,
});

const parameters = ['{clientName}', '{recordDate}, {recordTime}', '{serviceTitle}', '{businessName}'];
const usual = (name: RegExp) => ({ name, parameters });

test('a new text has the one approved template whose name fits it, in all its languages', () => {
  const known = [
    template('visit_reminder'),
    template('visit_reminder', 'en', { parameterCount: 2 }),
    template('visit_created'),
    template('remind_birthday', 'ru', { status: 'paused' }),
  ];
  expect(proposedTemplates(usual(/remind/), channelId, known)).toEqual([
    { channelId, name: 'visit_reminder', language: 'ru', parameters },
    { channelId, name: 'visit_reminder', language: 'en', parameters: parameters.slice(0, 2) },
  ]);
  expect(proposedTemplates(usual(/moved|chang/), channelId, known)).toEqual([]);
});

test('where two templates fit, or one has unknown parameters or needs a picture, the owner chooses', () => {
  const two = [template('visit_reminder'), template('reminder_short')];
  expect(proposedTemplates(usual(/remind/), channelId, two)).toEqual([]);
  const odd = [
    template('visit_reminder', 'ru', { isFillable: false }),
    template('reminder', 'ru', { parameterCount: 5 }),
    template('remind_photo', 'ru', { media: 'image' }),
  ];
  expect(proposedTemplates(usual(/remind/), channelId, odd)).toEqual([]);
});

test('a paused or deleted template is barred; none is on a channel that was never read', () => {
  const chosen = { channelId, name: 'visit_reminder', language: 'ru', parameters: [] };
  const read = (...known: ChannelTemplate[]) =>
    barredTemplates(
      [chosen],
      known.map((one) => ({ ...one, channelId })),
      null,
    );
  expect(read(template('visit_reminder', 'ru', { status: 'paused' }))).toMatchObject([{ status: 'paused' }]);
  expect(read(template('visit_reminder', 'en'))).toMatchObject([{ status: 'deleted' }]);
  expect(read(template('visit_reminder'))).toEqual([]);
  expect(read()).toEqual([]);
});

test.each([
  ['image', 'image/png', true],
  ['image', 'application/pdf', false],
  ['image', null, false],
  ['document', 'application/pdf', true],
  ['document', 'application/msword', false],
  ['document', 'image/jpeg', false],
] as const)('a template that wants an attachment of the kind %s and a message with %s', (media, mime, isFit) => {
  const chosen = { channelId, name: 'visit_reminder', language: 'ru', parameters: [] };
  const known = [{ ...template('visit_reminder', 'ru', { media }), channelId }];
  const barred = [{ channelId, name: 'visit_reminder', language: 'ru', status: 'approved', missingMedia: media }];
  expect(barredTemplates([chosen], known, mime && { mime })).toEqual(isFit ? [] : barred);
});

const { server, world, owner, pass } = await wholeSalon();
const { token }: SignedUp = owner;

async function live(kind: FlowKind, delayMinutes?: number) {
  const { body: flow } = await server.call(createFlow, {
    token,
    body: { kind, ...(delayMinutes && { delayMinutes }) },
  });
  await server.call(switchFlowMode, { token, params: { flowId: flow.id }, body: { mode: 'combat' } });
  return flow;
}
type Chat = { phone: string; messages: { direction: string; text: string; templateName: string | null }[] };
const phoneShows = async (phone: string) =>
  (await world.control<{ chats: Chat[] }>('GET', '/d360')).chats.find((chat) => chat.phone === phone)?.messages ?? [];
const setTemplate = async (status: string, name = 'visit_reminder') => {
  await world.control('POST', '/d360/templates', { name, status });
  await pass({ seconds: 1 });
};
const entry = async (search: string, flowId?: FlowId) => {
  const { items } = (await server.call(listMessageLog, { token, query: { search } })).body;
  return items.find((line) => !flowId || line.senderId === flowId);
};

beforeEach(() => setTemplate('APPROVED'));

const TIME = String.raw`\d+ [а-я]+, \d\d:\d\d`;
const SALON = 'Студия Ромашка, Покровка';
/** The approved words of each kind of the demo number, filled. */
const ARRIVED: Readonly<Record<FlowKind, string>> = {
  visit_created: `Здравствуйте, \\S+! Вы записаны на ${TIME}: .+ стрижка. ${SALON} ждёт вас.`,
  visit_changed: `Здравствуйте, \\S+! Ваш визит перенесён на ${TIME}: .+ стрижка. ${SALON} ждёт вас.`,
  visit_cancelled: `Здравствуйте, \\S+! Ваш визит ${TIME} .+ отменён. ${SALON} всегда ждёт вас.`,
  visit_reminder: `Здравствуйте, \\S+! Напоминаем о визите: ${TIME}, .+ стрижка. ${SALON} ждёт вас.`,
  review_request: `\\S+, спасибо за визит ${TIME}! .+ стрижка.+, ${SALON} читает каждое слово.`,
  first_visit: `\\S+, рады знакомству! Спасибо, что выбрали нас ${TIME} .+ стрижка.+ ${SALON}.`,
  no_show_retry: `\\S+, ${TIME} встретиться не получилось. .+ стрижка. .+ ${SALON}.`,
  repeat_visit: `\\S+, вы были у нас ${TIME}: .+ стрижка. .+ ${SALON}.`,
  lost_client: `\\S+, давно вас не видели: последний раз ${TIME} .+ стрижка.+ ${SALON}.`,
  group_moved: `\\S+, давно вас не видели и будем рады встрече. ${SALON} на связи, .+`,
  cross_selling: `\\S+, к вашей услуге .+ стрижка хорошо подойдёт: Укладка. .+ ${SALON}.`,
  threshold: `\\S+, спасибо, что остаётесь с нами! ${TIME} .+ стрижка.+ ${SALON}.`,
  birthday: `\\S+, с днём рождения! .+ ${SALON} всегда вам рада.`,
  order_status: `\\S+, заказ 1024: в пути. Спасибо, что выбрали ${SALON}!`,
  deal_created: `\\S+, спасибо за обращение: Ремонт кухни. ${SALON} скоро свяжется с вами.`,
  deal_stage: `\\S+, новости по заявке Ремонт кухни: смета отправлена. ${SALON} на связи.`,
  deal_task: `\\S+, напоминаем: ${TIME} мы на связи. ${SALON}.`,
  abandoned_cart: `\\S+, в вашей корзине остались Маргарита, .+ на сумму 1.500.₽. .+ ${SALON} ждёт вас.`,
  daily_report: 'Итоги: 1 марта. Записей: .+, пришли: .+, выручка: .+₽.*',
  weekly_report: 'Неделя: 23 февраля – 1 марта. Записей: .+, пришли: .+, выручка: .+₽.*',
  api_event: `\\S+, новость для вас: Бонусы начислены. ${SALON} на связи, .+`,
};
test('a new flow of each kind sends the template of its kind, filled with its values', async () => {
  const { services } = (await server.call(listVisitOptions, { token })).body;
  const offered = services.filter(({ title }) => title === 'Укладка').map(({ id }) => id);
  const phoneOf = (kind: FlowKind) => `791611200${10 + FlowKind.options.indexOf(kind)}`;
  for (const kind of FlowKind.options) {
    const { id, settings } = (await server.call(createFlow, { token, body: { kind } })).body;
    const options = kind === 'cross_selling' ? { ...settings.options, offerServiceIds: offered } : settings.options;
    const body = { kind, settings: { ...settings, options }, visitId: null, testPhones: `+${phoneOf(kind)}` };
    await server.call(sendFlowTest, { token, body });
    await server.call(deleteFlow, { token, params: { flowId: id } });
  }
  await pass({ seconds: 1 });
  for (const kind of FlowKind.options) {
    const [arrived] = await phoneShows(phoneOf(kind));
    expect(arrived?.templateName, kind).toMatch(flowKind(kind).template.name);
    expect(arrived?.text).toMatch(new RegExp(`^${ARRIVED[kind]}`));
  }
});

test('a new flow has the template of its name, and a reminder waits while the provider has paused it', async () => {
  const flow = await live('visit_reminder', -60);
  expect(new Set(flow.settings.content.templates.map(({ name }) => name))).toEqual(new Set(['visit_reminder']));
  await world.control('POST', '/yclients/records', {
    client: { name: 'Anna', phone: '79161110001' },
    date: '2026-03-02 16:00',
  });
  await pass({ seconds: 5 });
  await setTemplate('PAUSED');
  await pass({ hours: 4, minutes: 5 });
  expect(await phoneShows('79161110001')).toEqual([]);
  const held = await entry('79161110001');
  expect(held).toMatchObject({ status: 'planned', rule: 'template_not_approved' });
  const { steps } = (await server.call(getMessageTrace, { token, params: { entryId: held?.id ?? '' } })).body;
  expect(steps.find(({ rule }) => rule === 'template_not_approved')?.compared).toMatchObject({
    template: expect.stringMatching(/^visit_reminder \(\w+\)$/),
    templateStatus: 'paused',
  });

  await setTemplate('APPROVED');
  await pass({ seconds: 5 });
  expect(await phoneShows('79161110001')).toMatchObject([{ templateName: 'visit_reminder' }]);
});

test('a template that was deleted bars its reminders until the owner chooses another; none leaves too late', async () => {
  await world.control('POST', '/yclients/records', {
    client: { name: 'Olga', phone: '79161110002' },
    date: '2026-03-02 20:00',
  });
  await pass({ seconds: 5 });
  await server.owner.query(`delete from channel_templates where name = 'visit_reminder'`);
  await pass({ hours: 4 });
  expect(await entry('79161110002')).toMatchObject({ status: 'planned', rule: 'template_not_approved' });
  await pass({ hours: 1 });
  await server.runRepeated('delivery.sweep');
  expect(await entry('79161110002')).toMatchObject({ status: 'skipped', rule: 'too_late' });
  expect(await phoneShows('79161110002')).toEqual([]);
});

test('a notice waits while its template is refused, and no longer than it is of use', async () => {
  const flow = await live('visit_created');
  const book = (phone: string) =>
    world.control('POST', '/yclients/records', { client: { name: 'Vera', phone }, date: '2026-03-06 12:00' });
  await setTemplate('REJECTED', 'visit_created');
  await book('79161110003');
  await pass({ seconds: 5 });
  const waiting = await entry('79161110003', flow.id);
  expect(waiting?.status).toBe('planned');
  const { steps } = (await server.call(getMessageTrace, { token, params: { entryId: waiting?.id ?? '' } })).body;
  expect(steps).toContainEqual(expect.objectContaining({ rule: 'template_not_approved' }));

  await setTemplate('APPROVED', 'visit_created');
  await pass({ seconds: 5 });
  expect(await phoneShows('79161110003')).toMatchObject([{ templateName: 'visit_created' }]);

  await setTemplate('REJECTED', 'visit_created');
  await book('79161110004');
  await pass({ seconds: 5 });
  await pass({ hours: 24 * 5 });
  await server.runRepeated('delivery.sweep');
  expect(await entry('79161110004', flow.id)).toMatchObject({ status: 'skipped', rule: 'too_late' });
  expect(await phoneShows('79161110004')).toEqual([]);
});

test('what is shown as planned is what arrives: the template, or the text once the contact has written', async () => {
  const flow = await live('visit_reminder', -60);
  const day = (await server.clock.now()).toZonedDateTimeISO('Europe/Moscow').add({ days: 1 }).toPlainDate();
  const book = (phone: string) =>
    world.control('POST', '/yclients/records', {
      client: { name: 'Inna', surname: 'Petrova', phone },
      date: `${day} 12:00`,
    });
  const shown = async (phone: string) => {
    const listed = await entry(phone, flow.id);
    const { body } = await server.call(getMessageTrace, { token, params: { entryId: listed?.id ?? '' } });
    const { items } = (
      await server.call(listTimeline, { token, params: { contactId: body.entry.contactId ?? '' }, query: {} })
    ).body;
    const item = items.find(({ id }) => id === listed?.id);
    expect(body.entry).toMatchObject({ body: listed?.body, form: listed?.form });
    expect(item).toMatchObject({ body: listed?.body, form: listed?.form, templateName: listed?.templateName });
    return { ...listed, buttons: body.buttons.map(({ title }) => title) };
  };
  await book('79161110005');
  await book('79161110006');
  await pass({ seconds: 5 });
  expect(await entry('inna petrova', flow.id)).toMatchObject({ contactName: 'Inna Petrova' });
  const first = await shown('79161110005');
  expect(first.body).toMatch(/^Здравствуйте, Inna!/);
  expect(first).toMatchObject({ status: 'planned', form: 'template', templateName: 'visit_reminder' });
  expect(first.buttons).toEqual(['Подтвердить', 'Отменить']);

  const until = (await server.clock.now()).until(first.at ?? '').total('minutes');
  await pass({ minutes: Math.floor(until) - 10 });
  await world.control('POST', '/d360/inbound', { from: '79161110006', text: 'Добрый день' });
  await pass({ seconds: 5 });
  const reply = await shown('79161110006');
  expect(reply).toMatchObject({ status: 'planned', form: 'text', templateName: null });
  expect(reply.body).not.toBe(first.body);

  await pass({ minutes: 12 });
  expect((await phoneShows('79161110005')).at(-1)).toMatchObject({
    text: first.body,
    templateName: 'visit_reminder',
  });
  expect((await phoneShows('79161110006')).at(-1)).toMatchObject({ text: reply.body, templateName: null });
  expect(await shown('79161110005')).toMatchObject({ body: first.body, form: 'template' });
});
