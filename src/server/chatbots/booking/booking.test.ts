import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type BookingBotSettings,
  createBookingBot,
  deleteChatbot,
  getBookingBot,
  listChatbots,
  restoreChatbot,
  saveBookingBot,
  switchChatbot,
  tryBookingBot,
} from '#contract/chatbots/calls.ts';
import { MAIN_BOOKING_BOT } from '#contract/chatbots/values.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { listConversations } from '#contract/conversations/calls.ts';
import { botAt } from '#server/chatbots/storage/place-rules.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, call, runJobs } = server;
const MAIN = { chatbotId: MAIN_BOOKING_BOT };
const PHONE = '+79161112233';

const USUAL: BookingBotSettings = {
  title: '',
  isEnabled: true,
  branchId: null,
  channelId: null,
  removeOnCancel: true,
  confirmTexts: null,
  cancelTexts: null,
};

async function save(salon: Salon, change: Partial<BookingBotSettings>) {
  const { token } = salon.owner;
  const { version } = (await call(getBookingBot, { token, params: MAIN })).body;
  const body = { settings: { ...USUAL, ...change }, baseVersion: version };
  return call(saveBookingBot, { token, params: MAIN, body });
}

/** A salon whose contact was just reminded of a visit in an hour. */
async function reminded() {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: 24 }) });
  await clock.advance({ hours: 23 });
  await runJobs();
  return { salon, externalId };
}

async function answer(salon: Salon, text: string) {
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveMessage(scope, channel, {
      kind: 'message',
      providerMessageId: randomUUID(),
      at: clock.now(),
      from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Anna', language: null },
      content: 'text',
      text,
      buttonId: null,
      quotedProviderId: null,
      media: null,
      sharedPhone: null,
      startToken: null,
      callbackId: null,
    }),
  );
  await runJobs();
  await clock.advance({ seconds: 3 });
  await runJobs();
}

const lastText = (salon: Salon) => salon.whatsApp.sent.at(-1)?.message.text;
const statusOf = (salon: Salon, externalId: string) => salon.bookings.get(externalId)?.status;
const waiting = async (salon: Salon) =>
  (await call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } })).body.items;

test('the owner’s texts answer a contact who confirms or cancels, with the variables of the visit', async () => {
  const confirmed = await reminded();
  const confirmTexts = {
    default: '{clientName}, ждём вас {recordDate} в {recordTime}: {serviceTitle}, {branchTitle}.',
  };
  await save(confirmed.salon, { confirmTexts });
  await answer(confirmed.salon, 'да');
  expect(lastText(confirmed.salon)).toBe('Анна, ждём вас 3 марта в 12:00: Стрижка, Локон.');
  expect(statusOf(confirmed.salon, confirmed.externalId)).toBe('confirmed');

  const cancelled = await reminded();
  await save(cancelled.salon, { cancelTexts: { default: 'Жаль.', en: 'Pity.' } });
  await server.owner.query(`update contacts set language = 'en' where tenant_id = $1`, [
    cancelled.salon.owner.tenantId,
  ]);
  await answer(cancelled.salon, 'не смогу');
  expect(lastText(cancelled.salon)).toBe('Pity.');
  expect(statusOf(cancelled.salon, cancelled.externalId)).toBe('cancelled');
});

test('a cancelled visit may stay in the journal as missed; the contact hears that it is cancelled, and again when they repeat it', async () => {
  const { salon, externalId } = await reminded();
  await save(salon, { removeOnCancel: false });
  await answer(salon, '2');
  expect(statusOf(salon, externalId)).toBe('no_show');
  expect(lastText(salon)).toContain('Запись на 3 марта, 12:00 отменена.');
  await answer(salon, '2');
  expect(lastText(salon)).toContain('уже отменена');
  expect(statusOf(salon, externalId)).toBe('no_show');
});

test('where the bot is off, members answer, and nothing changes in the booking system', async () => {
  const { salon, externalId } = await reminded();
  const { token } = salon.owner;
  expect((await call(switchChatbot, { token, params: MAIN, body: { isEnabled: false } })).status).toBe(200);
  await answer(salon, 'да');
  expect(statusOf(salon, externalId)).toBe('waiting');
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'new_message' }]);

  await call(switchChatbot, { token, params: MAIN, body: { isEnabled: true } });
  await answer(salon, 'да');
  expect(statusOf(salon, externalId)).toBe('confirmed');
});

test('a bot of the branch or the channel answers before the main one, until it is removed', async () => {
  const { salon, externalId } = await reminded();
  const { token } = salon.owner;
  await save(salon, { confirmTexts: { default: 'Общий ответ' } });
  const settings = {
    ...USUAL,
    title: 'Локон',
    branchId: salon.branchId,
    confirmTexts: { default: 'Ответ филиала' },
  };
  const { body: added } = await call(createBookingBot, { token, body: { settings } });
  expect((await call(createBookingBot, { token, body: { settings } })).body).toMatchObject({
    code: 'chatbot.place_taken',
  });
  await answer(salon, 'да');
  expect(lastText(salon)).toBe('Ответ филиала');

  const params = { chatbotId: added.id };
  expect((await call(deleteChatbot, { token, params })).status).toBe(200);
  salon.bookings.set(externalId, { ...salon.bookings.get(externalId)!, status: 'waiting' });
  await salon.book({ externalId, status: 'waiting' });
  await answer(salon, 'подтверждаю');
  expect(lastText(salon)).toBe('Общий ответ');
  expect((await call(restoreChatbot, { token, params })).status).toBe(200);
  const { chatbots } = (await call(listChatbots, { token })).body;
  expect(chatbots).toMatchObject([
    { id: MAIN_BOOKING_BOT, isMain: true, branchTitle: null, channel: null },
    { id: added.id, title: 'Локон', isMain: false, branchTitle: 'Локон' },
  ]);
});

test('a cabinet without settings has the main bot, switched on, with ready-made texts', async () => {
  const salon = await open();
  const { token } = salon.owner;
  expect((await call(listChatbots, { token })).body.chatbots).toMatchObject([{ isMain: true, isEnabled: true }]);
  const { body } = await call(getBookingBot, { token, params: MAIN });
  expect(body).toMatchObject({ version: 0, isMain: true, settings: USUAL });
  expect(body.usual.confirmTexts.default).toBe('Спасибо, запись на {recordDate}, {recordTime} подтверждена. Ждём вас.');
  expect(body.usual.cancelTexts['en']).toContain('Your booking for {recordDate}, {recordTime} is cancelled.');
});

test('settings are saved once per version; the main bot keeps its place, and cannot be removed', async () => {
  const salon = await open();
  const { token } = salon.owner;
  const first = { settings: { ...USUAL, title: 'x', branchId: salon.branchId }, baseVersion: 0 };
  expect((await call(saveBookingBot, { token, params: MAIN, body: first })).body).toMatchObject({
    version: 1,
    settings: { title: '', branchId: null },
  });
  const late = await call(saveBookingBot, { token, params: MAIN, body: first });
  expect(late.body).toMatchObject({ code: 'chatbot.changed_meanwhile', details: { version: 1 } });
  expect((await call(deleteChatbot, { token, params: MAIN })).body).toMatchObject({ code: 'chatbot.is_main' });
  const nowhere = { settings: { ...USUAL, title: 'Общий' } };
  expect((await call(createBookingBot, { token, body: nowhere })).body).toMatchObject({ code: 'chatbot.place_taken' });
  const unknown = { settings: { ...USUAL, title: 'Филиал', branchId: randomUUID() } };
  expect((await call(createBookingBot, { token, body: unknown })).body).toMatchObject({
    code: 'request.invalid',
    details: { fields: { 'settings.branchId': ['not_found'] } },
  });
});

test('a tried dialogue is answered by unsaved settings, and sends and changes nothing', async () => {
  const { salon, externalId } = await reminded();
  const { token } = salon.owner;
  const settings = { ...USUAL, removeOnCancel: false, confirmTexts: { default: 'Ждём в {recordTime} {nonsense}' } };
  const messages = ['confirm', { text: 'А можно позже?' }, { text: 'спасибо' }, { text: 'не приду' }, 'confirm'];
  const { body } = await call(tryBookingBot, { token, body: { settings, messages } });
  expect(body.reminder.buttons).toHaveLength(2);
  expect(body.replies).toMatchObject([
    { text: 'Ждём в 12:00', effect: 'confirmed' },
    { text: null, effect: 'person' },
    { text: null, effect: 'courtesy' },
    { text: expect.stringContaining('отменена'), effect: 'missed' },
    { text: expect.stringContaining('отменена раньше'), effect: 'replied' },
  ]);
  expect(body.unknownVariables).toEqual(['nonsense']);
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(statusOf(salon, externalId)).toBe('waiting');
});

test('the most exact bot of a place answers there', () => {
  const bot = (branchId: string | null, channelId: string | null) => ({ branchId, channelId }) as never;
  const [all, branch, channel, both] = [bot(null, null), bot('b', null), bot(null, 'c'), bot('b', 'c')];
  const bots = [all, branch, channel, both];
  expect(botAt(bots, bot('b', 'c'))).toBe(both);
  expect(botAt(bots, bot('b', 'x'))).toBe(branch);
  expect(botAt(bots, bot('x', 'c'))).toBe(channel);
  expect(botAt([all, channel, branch], bot('b', 'c'))).toBe(branch);
  expect(botAt([channel], bot('b', 'x'))).toBeUndefined();
});
