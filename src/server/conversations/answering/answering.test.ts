import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { traitsOf } from '#contract/channels/kinds.ts';
import { ConversationId, listConversations } from '#contract/conversations/calls.ts';
import { replyToConversation } from '#contract/conversations/answers.ts';
import { lastSentButtons } from '#server/delivery/planning/actions.ts';
import { postReply } from '#server/delivery/threads/reply-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { receiveMessage } from '#server/conversations/inbound/actions.ts';
import type { InboundEvent } from '#server/conversations/threads/rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { bookedSalons, type Salon } from '#server/testing/houses/booked-salon.ts';
import type { Answering, Claim, Responder, Turn, TurnOutcome } from './port.ts';
import { CHATBOT, hasSameMessages, pauseAfterFailure, QUIET_TIME, quietUntil } from './rules.ts';
import { takeTurn } from './turn-actions.ts';

const { server, open } = await bookedSalons();
const { clock, owner } = server;
const PHONE = '+79161112233';

let salon: Salon;
let conversationId: ConversationId;
beforeEach(async () => {
  salon = await open();
});

/** Delivers a contact's message; no job runs, so that the test takes the turn itself. */
async function receive(text: string, change: Partial<InboundEvent> = {}) {
  const event: InboundEvent = {
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
    ...change,
  };
  const channel = { id: salon.channelId, traits: traitsOf('dialog360') };
  const received = await withTenant(server.ctx, salon.owner.tenantId, (scope) => receiveMessage(scope, channel, event));
  if (received) conversationId = received.conversationId;
}

async function writeAsPerson(text: string) {
  const body = { text, requestId: randomUUID() };
  await server.call(replyToConversation, { token: salon.owner.token, params: { conversationId }, body });
}

/** Takes the turn of the conversation with the given responders. */
async function take(responders: Responder[], how: { failures?: number; post?: Answering['postReply'] } = {}) {
  const answering = { responders, listQuestions: lastSentButtons, postReply: how.post ?? postReply };
  const ctx = { ...server.ctx, sourceProviders: new Map(), answering };
  const { tenantId } = salon.owner;
  await takeTurn(ctx, { tenantId, conversationId, failures: how.failures ?? 0 }, AbortSignal.timeout(10_000));
}

const content = (text: string): MessageContent => ({ text, image: null, buttons: [], templates: [] });
const reply = (text: string): Extract<TurnOutcome, { kind: 'reply' }> => ({
  kind: 'reply',
  sender: CHATBOT,
  contents: [content(text)],
});
const claiming = (claim: Claim, change: Partial<Responder> = {}): Responder => ({
  kind: 'chatbot',
  worksInSilence: false,
  claim: async () => claim,
  ...change,
});
/** A responder whose outcome is made between transactions. */
const answering = (answer: (turn: Turn) => Promise<TurnOutcome>, change: Partial<Responder> = {}): Responder =>
  claiming({ kind: 'mine' }, { answer: (_ctx, turn) => answer(turn), ...change });

async function sent(): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select content->>'text' as text from messages m join senders s on s.tenant_id = m.tenant_id and s.id = m.sender_id
     where m.tenant_id = $1 and s.kind <> 'member' order by m.due_at, m.id`,
    [salon.owner.tenantId],
  );
  return rows.map(({ text }) => text);
}
async function unhandled(): Promise<number> {
  const { rows } = await owner.query('select id from inbound_messages where tenant_id = $1 and handled_at is null', [
    salon.owner.tenantId,
  ]);
  return rows.length;
}
/** The queued turns of the conversation; the queue's times are the machine's. */
async function queued() {
  const { rows } = await owner.query<{ inSeconds: number; failures: number }>(
    `select round(extract(epoch from run_at - created_at))::int as "inSeconds", (payload->>'failures')::int as failures
     from graphile_worker._private_jobs where key = $1`,
    [`answer:${conversationId}`],
  );
  return rows;
}
const reasonsOfWaiting = async () => {
  const { body } = await server.call(listConversations, { token: salon.owner.token, query: { list: 'waiting' } });
  return body.items.map(({ needsPersonReason }) => needsPersonReason);
};

test('the first responder that claims a turn answers it, and the later ones are not tried', async () => {
  await receive('Сколько стоит стрижка?');
  const tried: string[] = [];
  const noting = (name: string, responder: Responder): Responder => ({
    ...responder,
    async claim(scope, turn) {
      tried.push(name);
      return responder.claim(scope, turn);
    },
  });
  await take([
    noting('first', claiming({ kind: 'not_mine' })),
    noting(
      'second',
      answering(async ({ messages }) => reply(`${messages.length} · ${messages[0].text}`)),
    ),
    noting('third', claiming(reply('Третий'))),
  ]);
  expect(tried).toEqual(['first', 'second']);
  expect(await sent()).toEqual(['1 · Сколько стоит стрижка?']);
  expect(await unhandled()).toBe(0);
  expect(await reasonsOfWaiting()).toEqual([]);
});

test('a turn that no responder claims ends as the first of them decided, else waits for a person', async () => {
  await receive('Сколько стоит стрижка?');
  await take([claiming({ kind: 'not_mine' })]);
  expect(await reasonsOfWaiting()).toEqual(['new_message']);

  await receive('А маникюр?');
  await take([
    claiming({ kind: 'not_mine' }),
    claiming({ kind: 'not_mine', otherwise: { kind: 'person', reason: 'not_understood' } }),
    claiming({ kind: 'not_mine', otherwise: { kind: 'nothing' } }),
  ]);
  expect(await reasonsOfWaiting()).toEqual(['not_understood']);
  expect(await sent()).toEqual([]);
});

test('several messages of one reply are sent in their order, and what belongs to them is written with them', async () => {
  await receive('Где вы?');
  let ids: readonly string[] = [];
  const also = async (_scope: unknown, messageIds: readonly string[]) => {
    ids = messageIds;
  };
  await take([claiming({ ...reply('Лесная, 5'), contents: [content('Лесная, 5'), content('Вход со двора')], also })]);
  expect(await sent()).toEqual(['Лесная, 5', 'Вход со двора']);
  expect(new Set(ids).size).toBe(2);
});

test('an answer is thrown away when a person writes while it is made', async () => {
  await receive('Сколько стоит стрижка?');
  await take([
    answering(async () => {
      await writeAsPerson('Две тысячи');
      return reply('1 500 ₽');
    }),
  ]);
  expect(await sent()).toEqual([]);
  expect(await unhandled()).toBe(0);
  expect(await reasonsOfWaiting()).toEqual([]);
});

test('an answer is thrown away when the contact goes on writing, and the next turn has all messages', async () => {
  await receive('Сколько стоит стрижка?');
  let also = 0;
  const slow = answering(async ({ messages }) => {
    if (messages.length === 1) await receive('Мужская');
    return { ...reply(messages.map(({ text }) => text).join(' ')), also: async () => void (also += 1) };
  });
  await take([slow]);
  expect(await sent()).toEqual([]);
  expect(await unhandled()).toBe(2);
  expect(await queued()).toEqual([{ inSeconds: 2, failures: 0 }]);

  await take([slow]);
  expect(await sent()).toEqual(['Сколько стоит стрижка? Мужская']);
  expect(also).toBe(1);
});

test('an answer is thrown away when the contact changes the words of a message meanwhile', async () => {
  const providerMessageId = randomUUID();
  await receive('Сколько стоит стрижка?', { providerMessageId });
  const edits = answering(async ({ messages }) => {
    await owner.query(`update inbound_messages set text = 'Где вы?', edited_at = now() where tenant_id = $1`, [
      salon.owner.tenantId,
    ]);
    return reply(`Ответ на «${messages[0].text}»`);
  });
  await take([edits]);
  expect(await sent()).toEqual([]);
  await take([answering(async ({ messages }) => reply(`Ответ на «${messages[0].text}»`))]);
  expect(await sent()).toEqual(['Ответ на «Где вы?»']);
});

test('a worker that dies between an outside call and the reply answers once when the turn runs again', async () => {
  await receive('Запишите меня');
  const written = new Set<string>();
  const books = answering(async ({ key }) => {
    const isNew = !written.has(key);
    written.add(key);
    return reply(isNew ? 'Записали' : 'Вы записаны');
  });
  const dies = async () => {
    throw new Error('killed');
  };
  await expect(take([books], { post: dies })).rejects.toThrow('killed');
  expect(await unhandled()).toBe(1);
  await take([books]);
  await take([books]);
  expect(written.size).toBe(1);
  expect(await sent()).toEqual(['Вы записаны']);
});

test('two workers that take the same turn at once send one answer', async () => {
  await receive('Где вы?');
  const slow = answering(async () => reply('Лесная, 5'));
  await Promise.all([take([slow]), take([slow]), take([slow])]);
  expect(await sent()).toEqual(['Лесная, 5']);
});

test('a failed outside call is repeated with growing pauses, and then the responder’s last word holds', async () => {
  await receive('Запишите меня');
  const fails = answering(async () => ({
    kind: 'retry',
    otherwise: { ...reply('Не удалось'), person: 'confirm_failed' },
  }));
  await take([fails]);
  expect(await queued()).toEqual([{ inSeconds: 10, failures: 1 }]);
  await take([fails], { failures: 4 });
  expect(await queued()).toEqual([{ inSeconds: 300, failures: 5 }]);
  expect(await sent()).toEqual([]);
  await take([fails], { failures: 5 });
  expect(await sent()).toEqual(['Не удалось']);
  expect(await reasonsOfWaiting()).toEqual(['confirm_failed']);
});

test('while a person has the conversation only responders that declare it are tried', async () => {
  await receive('Здравствуйте');
  await writeAsPerson('Слушаю вас');
  await take([]);
  await clock.advance({ seconds: 5 });
  await receive('1');
  await take([claiming(reply('Я молчу'))]);
  expect(await sent()).toEqual([]);
  expect(await reasonsOfWaiting()).toEqual(['new_message']);

  await receive('2');
  const seen: boolean[] = [];
  const works = answering(
    async ({ isSilent }) => {
      seen.push(isSilent);
      return reply('Отмечено');
    },
    { worksInSilence: true },
  );
  await take([claiming(reply('Я молчу')), works]);
  expect(await sent()).toEqual(['Отмечено']);
  expect(seen).toEqual([true]);
});

test('a responder with a longer quiet time answers after it', async () => {
  await receive('Хочу');
  const patient = claiming(
    { kind: 'mine', quiet: { pauseMs: 5_000, maxMs: 12_000 } },
    { answer: async (_ctx, { messages }) => reply(String(messages.length)) },
  );
  await clock.advance({ seconds: 2 });
  await take([patient]);
  expect(await queued()).toEqual([{ inSeconds: 3, failures: 0 }]);
  for (const text of ['записаться', 'на завтра']) {
    await clock.advance({ seconds: 4 });
    await receive(text);
    await take([patient]);
  }
  expect(await sent()).toEqual([]);
  expect(await queued()).toEqual([{ inSeconds: 2, failures: 0 }]);
  await clock.advance({ seconds: 2 });
  await take([patient]);
  expect(await sent()).toEqual(['3']);
});

test('a turn that waits for something is claimed again then', async () => {
  await receive('Хочу');
  let isReady = false;
  const until = clock.now().add({ minutes: 3 });
  const waits: Responder = {
    ...answering(async () => reply('Слышу вас')),
    claim: async () => (isReady ? { kind: 'mine' } : { kind: 'waits', until }),
  };
  await take([waits], { failures: 1 });
  expect(await sent()).toEqual([]);
  expect(await unhandled()).toBe(1);
  expect(await queued()).toEqual([{ inSeconds: 180, failures: 1 }]);
  isReady = true;
  await take([waits]);
  expect(await sent()).toEqual(['Слышу вас']);
});

test('a turn without messages, and one that a person has answered, tries no responder', async () => {
  await receive('Где вы?');
  await writeAsPerson('Лесная, 5');
  const never: Responder = claiming(reply('Никогда'));
  await take([never]);
  await take([never]);
  expect(await sent()).toEqual([]);
  expect(await unhandled()).toBe(0);
  conversationId = ConversationId.parse(randomUUID());
  await take([never]);
});

test('messages are answered after a pause of 2 seconds, at most 8 after the first', () => {
  const first = Temporal.Instant.from('2026-03-02T09:00:00Z');
  const after = (seconds: number) => quietUntil(QUIET_TIME, first, first.add({ seconds }));
  expect([after(0), after(3), after(7)].map(String)).toEqual([
    '2026-03-02T09:00:02Z',
    '2026-03-02T09:00:05Z',
    '2026-03-02T09:00:08Z',
  ]);
  expect([0, 1, 2, 3, 4, 5].map(pauseAfterFailure)).toEqual([10, 30, 60, 180, 300, null]);
});

test('a turn has the same messages only with the same words, and none more or fewer', () => {
  const [one, two] = [{ key: 'a' }, { key: 'b' }];
  expect(hasSameMessages([one, two], [one, two])).toBe(true);
  expect(hasSameMessages([one], [one, two])).toBe(false);
  expect(hasSameMessages([one, two], [one])).toBe(false);
  expect(hasSameMessages([one], [{ key: 'a:1' }])).toBe(false);
});
