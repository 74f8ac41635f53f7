import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listConversations } from '#contract/conversations/calls.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { setConversationSettings } from '#contract/conversations/work.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import { receiveOwnMessage } from '#server/conversations/work/own-message-actions.ts';
import type { InboundEvent } from '#server/conversations/threads/rules.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';

const { server, open } = await bookedSalons();
const { clock, runJobs } = server;

const PHONE = '+79161112233';

/** Delivers a contact's message as a channel would. */
async function receive(salon: Salon, inbound: Partial<InboundEvent> | string, options: { telegramId?: string } = {}) {
  const event: InboundEvent = {
    kind: 'message',
    providerMessageId: randomUUID(),
    at: clock.now(),
    from: { channelUserId: PHONE.slice(1), phone: PHONE, name: 'Anna', language: null },
    content: 'text',
    text: null,
    buttonId: null,
    quotedProviderId: null,
    media: null,
    sharedPhone: null,
    startToken: null,
    callbackId: null,
    ...(typeof inbound === 'string' ? { text: inbound } : inbound),
  };
  const kind = options.telegramId ? ('telegram_bot' as const) : ('dialog360' as const);
  const channel = { id: options.telegramId ?? salon.channelId, traits: traitsOf(kind) } as Parameters<
    typeof receiveMessage
  >[1];
  await withTenant(server.ctx, salon.owner.tenantId, (scope) => receiveMessage(scope, channel, event));
  await runJobs();
}

async function silence(seconds = 3) {
  await clock.advance({ seconds });
  await runJobs();
}

const lastReply = (salon: Salon) => salon.whatsApp.sent.at(-1)?.message;
const buttonIds = (salon: Salon) =>
  (lastReply(salon)?.buttons ?? []).flatMap((button) => (button.type === 'answer' ? button.id : []));
const statusOf = (salon: Salon, externalId: string) => salon.bookings.get(externalId)?.status;
const waiting = async (salon: Salon) =>
  (await server.call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } })).body.items;

/** A salon whose contact was just reminded of a visit in an hour. */
async function reminded(change: { hours?: number } = {}) {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const { externalId } = await salon.book({ startsAt: clock.now().add({ hours: change.hours ?? 24 }) });
  await clock.advance({ hours: (change.hours ?? 24) - 1 });
  await runJobs();
  return { salon, externalId };
}

test('a tap on the button confirms the visit in the booking system, and the contact gets a reply', async () => {
  const { salon, externalId } = await reminded();
  const [confirm = ''] = buttonIds(salon);
  await receive(salon, { content: 'button', text: 'Подтвердить', buttonId: confirm });
  expect(salon.whatsApp.sent).toHaveLength(1);
  await silence();
  expect(statusOf(salon, externalId)).toBe('confirmed');
  expect(lastReply(salon)?.text).toBe('Спасибо, запись на 3 марта, 12:00 подтверждена. Ждём вас.');
  expect(await waiting(salon)).toEqual([]);
});

test('"1" confirms, "2" cancels, and nothing more is sent about a cancelled visit', async () => {
  const one = await reminded();
  await receive(one.salon, '1');
  await silence();
  expect(statusOf(one.salon, one.externalId)).toBe('confirmed');

  const two = await reminded();
  await receive(two.salon, '2');
  await silence();
  expect(statusOf(two.salon, two.externalId)).toBe('cancelled');
  expect(lastReply(two.salon)?.text).toContain('отменена. Напишите нам, если захотите выбрать другое время.');
});

test('several messages in a burst get one answer', async () => {
  const { salon, externalId } = await reminded();
  for (const text of ['Да', 'буду', 'спасибо']) {
    await receive(salon, text);
    await clock.advance({ seconds: 1 });
    await runJobs();
  }
  expect(statusOf(salon, externalId)).toBe('waiting');
  await silence();
  expect(statusOf(salon, externalId)).toBe('confirmed');
  expect(salon.whatsApp.sent).toHaveLength(2);
});

test('a contact who continues writing is answered after eight seconds', async () => {
  const { salon, externalId } = await reminded();
  for (let second = 0; second < 9; second++) {
    await receive(salon, 'да');
    await clock.advance({ seconds: 1 });
    await runJobs();
  }
  expect(statusOf(salon, externalId)).toBe('confirmed');
});

test('a job that runs several times at once answers once', async () => {
  const { salon } = await reminded();
  await receive(salon, 'да');
  const { rows } = await server.owner.query(`select id from conversations where tenant_id = $1`, [
    salon.owner.tenantId,
  ]);
  const again = () =>
    server.owner.query(
      `select graphile_worker.add_job('chatbots.answer', json_build_object('tenantId', $1::text, 'conversationId', $2::text, 'failures', 0))`,
      [salon.owner.tenantId, rows[0].id],
    );
  for (let times = 0; times < 4; times++) await again();
  await silence();
  expect(salon.whatsApp.sent).toHaveLength(2);
});

test('an unclear message waits for a member, and the bot does not reply', async () => {
  const { salon, externalId } = await reminded();
  await receive(salon, 'А можно перенести на пятницу?');
  await silence();
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'not_understood' }]);
  expect(salon.whatsApp.sent).toHaveLength(1);
  expect(statusOf(salon, externalId)).toBe('waiting');
});

test('a contact who opts out after an unclear message no longer waits for a member', async () => {
  const { salon } = await reminded();
  await receive(salon, 'А можно перенести на пятницу?');
  await silence();
  await receive(salon, 'стоп');
  await silence();
  expect(await waiting(salon)).toEqual([]);
});

test('a question with a stop right after it is obeyed as a stop, and is not listed as unclear', async () => {
  const { salon } = await reminded();
  await receive(salon, 'Зачем вы мне пишете?');
  await receive(salon, 'стоп');
  await silence();
  expect(await waiting(salon)).toEqual([]);
});

test('a yes to the reminder of two visits in succession confirms both', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const startsAt = clock.now().add({ hours: 3 });
  const one = await salon.book({ startsAt });
  const other = await salon.book({ startsAt: startsAt.add({ hours: 1 }) });
  await clock.advance({ hours: 2 });
  await runJobs();
  await receive(salon, 'да');
  await silence();
  expect([statusOf(salon, one.externalId), statusOf(salon, other.externalId)]).toEqual(['confirmed', 'confirmed']);
  expect(lastReply(salon)?.text).toBe('Спасибо, запись на 2 марта, 15:00 и 16:00 подтверждена. Ждём вас.');
});

test('when two visits were asked about, the bot asks which, and remembers that it did', async () => {
  const salon = await open();
  await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 });
  const startsAt = clock.now().add({ hours: 3 });
  const one = await salon.book({ startsAt });
  const other = await salon.book({
    startsAt: startsAt.add({ minutes: 30 }),
    services: [{ externalId: '8', title: 'Маникюр' }],
  });
  await clock.advance({ hours: 2 });
  await runJobs();
  expect(lastReply(salon)?.text).toContain('15:00 и 15:30');
  await receive(salon, 'не смогу');
  await silence();
  expect(lastReply(salon)?.text).toMatch(/Какую отменить\?[\s\S]*• 2 марта, 15:30 · Маникюр/);
  expect(lastReply(salon)?.buttons.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['2 мар., 15:30', '2 мар., 15:00']),
  );

  const number = (lastReply(salon)?.buttons.findIndex(({ title }) => title === '2 мар., 15:30') ?? 0) + 1;
  await receive(salon, String(number));
  await silence();
  expect(statusOf(salon, other.externalId)).toBe('cancelled');
  expect(statusOf(salon, one.externalId)).toBe('waiting');
});

test('a visit that was cancelled or has passed is refused kindly', async () => {
  const cancelled = await reminded();
  const [confirm = ''] = buttonIds(cancelled.salon);
  await cancelled.salon.book({ externalId: cancelled.externalId, status: 'cancelled' });
  await receive(cancelled.salon, { content: 'button', buttonId: confirm });
  await silence();
  expect(lastReply(cancelled.salon)?.text).toContain('была отменена раньше');

  const passed = await reminded();
  const [late = ''] = buttonIds(passed.salon);
  await clock.advance({ hours: 3 });
  await receive(passed.salon, { content: 'button', buttonId: late });
  await silence();
  expect(lastReply(passed.salon)?.text).toContain('уже началась или прошла');
  expect(statusOf(passed.salon, passed.externalId)).toBe('waiting');
});

test('a visit that moved meanwhile is described with its new time, and asked about again', async () => {
  const { salon, externalId } = await reminded();
  const [confirm = ''] = buttonIds(salon);
  await salon.book({ externalId, startsAt: clock.now().add({ hours: 50 }) });
  await receive(salon, { content: 'button', buttonId: confirm });
  await silence();
  expect(lastReply(salon)?.text).toBe('Ваша запись перенесена на 5 марта, 13:00. Вы придёте?');
  expect(statusOf(salon, externalId)).toBe('waiting');
  const [again = ''] = buttonIds(salon);
  await receive(salon, { content: 'button', buttonId: again });
  await silence();
  expect(statusOf(salon, externalId)).toBe('confirmed');
});

test('an unreachable booking system is called again, and the answer follows when it is back', async () => {
  const { salon, externalId } = await reminded();
  salon.trouble.current = { isTemporary: true };
  await receive(salon, 'да');
  await silence();
  expect(salon.whatsApp.sent).toHaveLength(1);
  salon.trouble.current = null;
  await silence(11);
  expect(statusOf(salon, externalId)).toBe('confirmed');
  expect(salon.whatsApp.sent).toHaveLength(2);
});

test.each([{ isTemporary: false }, { isTemporary: true }])(
  'a booking system that does not take the answer (%o) is told to a person and, honestly, to the customer',
  async (trouble) => {
    const { salon, externalId } = await reminded();
    salon.trouble.current = trouble;
    await receive(salon, 'да');
    for (let minute = 0; minute < 12; minute++) await silence(60);
    expect(statusOf(salon, externalId)).toBe('waiting');
    expect(lastReply(salon)?.text).toContain('отметить его пока не удалось');
    expect(salon.whatsApp.sent).toHaveLength(2);
    expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'confirm_failed' }]);
    const notices = await server.owner.query(
      `select kind from notices where tenant_id = $1 and kind = 'confirm_failed'`,
      [salon.owner.tenantId],
    );
    expect(notices.rows).toHaveLength(1);
  },
);

test('the bot does not answer after a member did', async () => {
  const { salon, externalId } = await reminded();
  await receive(salon, 'да');
  const { body } = await server.call(listConversations, { token: salon.owner.token });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const answer = { text: 'Ждём вас', requestId: randomUUID() };
  await server.call(replyToConversation, { token: salon.owner.token, params, body: answer });
  await silence();
  expect(salon.whatsApp.sent.map(({ message }) => message.text).slice(1)).toEqual(['Ждём вас']);
  expect(statusOf(salon, externalId)).toBe('waiting');
  expect(await waiting(salon)).toEqual([]);

  await receive(salon, 'да, спасибо');
  await silence();
  expect(salon.whatsApp.sent).toHaveLength(2);
  expect(await waiting(salon)).toHaveLength(1);
});

test('a message right after a member’s answer waits for a person, though it came before the bot looked', async () => {
  const { salon, externalId } = await reminded();
  await receive(salon, 'Где у вас парковка?');
  const { body } = await server.call(listConversations, { token: salon.owner.token });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const answer = { text: 'Во дворе', requestId: randomUUID() };
  await server.call(replyToConversation, { token: salon.owner.token, params, body: answer });
  await clock.advance({ milliseconds: 500 });
  await receive(salon, 'Отменить');
  await silence();
  expect(await waiting(salon)).toMatchObject([{ needsPersonReason: 'new_message' }]);
  expect(statusOf(salon, externalId)).toBe('waiting');
});

test('the bot is silent for the set time after a person wrote on the phone itself, and then answers again', async () => {
  const { salon, externalId } = await reminded();
  const settings = { botSilenceMinutes: 30, marksRead: false, showsTyping: false };
  await server.call(setConversationSettings, { token: salon.owner.token, body: settings });
  const to = { channelUserId: PHONE.slice(1), phone: PHONE, name: null, language: null };
  await receive(salon, 'здравствуйте');
  await silence();
  const own = { kind: 'own_message', providerMessageId: randomUUID(), at: clock.now(), to } as const;
  await withTenant(server.ctx, salon.owner.tenantId, (scope) =>
    receiveOwnMessage(scope, { id: salon.channelId }, { ...own, content: 'text', text: 'Слушаю вас', media: null }),
  );
  const before = salon.whatsApp.sent.length;
  await clock.advance({ minutes: 29 });
  await receive(salon, 'да, приду');
  await silence();
  expect(salon.whatsApp.sent).toHaveLength(before);
  expect(await waiting(salon)).toHaveLength(1);
  await clock.advance({ minutes: 2 });
  await receive(salon, 'да');
  await silence();
  expect(salon.whatsApp.sent).toHaveLength(before + 1);
  expect(statusOf(salon, externalId)).toBe('confirmed');
});

test('a contact who opts out by a word gets one confirmation', async () => {
  const { salon } = await reminded();
  await receive(salon, 'СТОП');
  await receive(salon, 'стоп');
  await silence();
  expect(salon.whatsApp.sent.slice(1).map(({ message }) => message.text)).toEqual([
    expect.stringContaining('Мы больше не будем вам писать.'),
  ]);
});

test('the bot speaks the customer’s language', async () => {
  const { salon } = await reminded();
  await server.owner.query(`update contacts set language = 'pt_br' where tenant_id = $1`, [salon.owner.tenantId]);
  await receive(salon, 'Sim, confirmo');
  await silence();
  expect(lastReply(salon)?.text).toBe('Obrigado, seu horário de 3 de março, 12:00 está confirmado. Esperamos você.');
});

test('a new contact on Telegram is asked for the phone once, and thanked for it', async () => {
  const salon = await open();
  const telegramId = await salon.addChannel('telegram_bot', 'Telegram');
  const from = { channelUserId: '5001', phone: null, name: 'Anna', language: 'en' };
  await receive(salon, { content: 'start', text: '/start', from }, { telegramId });
  await receive(salon, { content: 'start', text: '/start', from }, { telegramId });
  await silence();
  expect(salon.telegram.sent.map(({ message }) => message.buttons)).toEqual([
    [{ type: 'share_phone', title: 'Share my number' }],
  ]);
  await receive(salon, { content: 'contact', from, sharedPhone: PHONE }, { telegramId });
  await silence();
  expect(salon.telegram.sent.at(-1)?.message.text).toBe('Thank you. Reminders of your bookings will now come here.');
});

test('a tap on a test message is answered with a note that it is a test', async () => {
  const salon = await open();
  const flow = await salon.aFlow({ kind: 'visit_reminder', delayMinutes: -60 }, 'test');
  const { externalId, visitId } = await salon.book({});
  const hex = visitId.replaceAll('-', '');
  await receive(salon, {
    content: 'button',
    buttonId: `t:confirm:${hex}:1`,
    from: { channelUserId: '79990000001', phone: '+79990000001', name: 'Owner', language: null },
  });
  await silence();
  expect(lastReply(salon)?.text).toBe('Это проверка: запись клиента не изменилась.');
  expect(statusOf(salon, externalId)).toBe('waiting');
  expect(flow.mode).toBe('test');
});
