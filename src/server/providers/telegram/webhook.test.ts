import { expect, test } from 'vitest';
import { type ChannelEvent, UnreadableWebhook } from '#server/channels/port.ts';
import { readWebhook } from './webhook.ts';

const RECEIVED = Temporal.Instant.from('2025-11-21T00:05:00Z');
const AT = Temporal.Instant.from('2025-11-21T00:00:00Z'); // 1763683200

function read(json: unknown): ChannelEvent[] {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  return readWebhook({ headers: {}, body, receivedAt: RECEIVED });
}

const FROM = { id: 5550001, is_bot: false, first_name: 'Анна', username: 'anna', language_code: 'ru' };
const MESSAGE = {
  message_id: 15,
  date: 1763683200,
  chat: { id: 5550001, type: 'private', first_name: 'Анна' },
  from: FROM,
};
const readMessage = (fields: Record<string, unknown>) =>
  read({ update_id: 700001, message: { ...MESSAGE, ...fields } });
const YES = {
  kind: 'message',
  providerMessageId: '5550001:15',
  at: AT,
  from: { channelUserId: '5550001', phone: null, name: 'Анна', language: 'ru' },
  content: 'text',
  text: 'Да',
  buttonId: null,
  quotedProviderId: null,
  media: null,
  sharedPhone: null,
  startToken: null,
  callbackId: null,
};

test('a text is read', () => {
  expect(readMessage({ text: 'Да' })).toEqual([YES]);
});

test('an edit has the id of the message it changes, and its own time', () => {
  const edited_message = { ...MESSAGE, text: 'Да', edit_date: 1763683260 };
  expect(read({ update_id: 1, edited_message })).toEqual([{ ...YES, at: AT.add({ minutes: 1 }), isEdit: true }]);
});

test.each([
  [
    { video_note: { file_id: 'VN1', length: 240, duration: 3 } },
    { content: 'file', media: { id: 'VN1', mime: 'video/mp4', name: null } },
  ],
  [
    { animation: { file_id: 'A1', mime_type: 'video/mp4' }, document: { file_id: 'A1' } },
    { content: 'file', media: { id: 'A1', mime: 'video/mp4', name: null } },
  ],
  [
    { venue: { title: 'Кафе', address: 'Мира 1' }, location: { latitude: 55.7, longitude: 37.6 } },
    { content: 'location', text: 'Кафе, Мира 1, 55.7, 37.6' },
  ],
  [
    { poll: { question: 'Когда?', options: [{ text: 'Утром' }, { text: 'Вечером' }] } },
    { content: 'text', text: '📊 Когда?\n• Утром\n• Вечером' },
  ],
  [{ dice: { emoji: '🎲', value: 4 } }, { content: 'remark', text: '🎲 4' }],
])('%j is shown', (fields, event) => {
  expect(readMessage(fields)).toMatchObject([event]);
});

test('a reaction is a remark about our message, and one that is taken back is nothing', () => {
  const reaction = {
    chat: MESSAGE.chat,
    message_id: 14,
    user: FROM,
    date: 1763683200,
    new_reaction: [{ type: 'emoji', emoji: '👍' }],
  };
  expect(read({ update_id: 2, message_reaction: reaction })).toMatchObject([
    { kind: 'message', content: 'remark', text: '👍', quotedProviderId: '5550001:14' },
  ]);
  expect(read({ update_id: 3, message_reaction: { ...reaction, new_reaction: [] } })).toEqual([]);
});

test('notices of the chat, and taps in groups, are no messages', () => {
  expect(readMessage({ pinned_message: { message_id: 3 } })).toEqual([]);
  expect(readMessage({ message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 } })).toEqual([]);
  const tap = { id: 't1', from: FROM, data: 'optout', message: { message_id: 14, chat: { id: -5, type: 'group' } } };
  expect(read({ update_id: 4, callback_query: tap })).toEqual([]);
});

test('a reply references our message', () => {
  expect(readMessage({ text: 'Да', reply_to_message: { message_id: 14, date: 1, chat: {} } })).toEqual([
    { ...YES, quotedProviderId: '5550001:14' },
  ]);
});

test('a tap is read with the title of its button and the time it was received', () => {
  const callback_query = {
    id: '4382bfdwdsb323b2d9',
    from: { id: 5550001, is_bot: false, first_name: 'Анна' },
    message: {
      message_id: 14,
      date: 1763683100,
      chat: { id: 5550001, type: 'private' },
      text: 'Подтвердите визит',
      reply_markup: {
        inline_keyboard: [
          [
            { text: 'Подтвердить', callback_data: 'c:42' },
            { text: 'Адрес', url: 'u' },
          ],
        ],
      },
    },
    chat_instance: '-1',
    data: 'c:42',
  };
  expect(read({ update_id: 700002, callback_query })).toEqual([
    {
      ...YES,
      providerMessageId: 'tap:4382bfdwdsb323b2d9',
      at: RECEIVED,
      from: { ...YES.from, language: null },
      content: 'button',
      text: 'Подтвердить',
      buttonId: 'c:42',
      quotedProviderId: '5550001:14',
      callbackId: '4382bfdwdsb323b2d9',
    },
  ]);
});

test.each([
  ['kicked', 'blocked'],
  ['member', 'unblocked'],
])('a bot that becomes %s in a private chat is %s', (status, kind) => {
  const bot = { id: 1, is_bot: true, first_name: 'Bot' };
  const my_chat_member = {
    chat: { id: 5550001, type: 'private' },
    from: { id: 5550001, is_bot: false, first_name: 'Анна' },
    date: 1763683200,
    old_chat_member: { status: 'member', user: bot },
    new_chat_member: { status, until_date: 0, user: bot },
  };
  expect(read({ update_id: 700003, my_chat_member })).toEqual([
    { kind, at: AT, from: { ...YES.from, language: null } },
  ]);
});

test.each([
  ['/start', null],
  ['/start abc_DEF-1', 'abc_DEF-1'],
])('%s opens a conversation', (text, startToken) => {
  expect(readMessage({ text })).toEqual([{ ...YES, content: 'start', text, startToken }]);
});

test("a shared phone number is used only when it is the contact's own", () => {
  const card = { phone_number: '79990001122', first_name: 'Анна', user_id: 5550001 };
  expect(readMessage({ contact: card })).toEqual([
    { ...YES, content: 'contact', text: 'Анна, 79990001122', sharedPhone: '+79990001122' },
  ]);
  expect(readMessage({ contact: { ...card, user_id: 5550002 } })[0]).toMatchObject({ sharedPhone: null });
  expect(readMessage({ contact: { ...card, user_id: undefined } })[0]).toMatchObject({ sharedPhone: null });
});

test.each([
  [
    { photo: [{ file_id: 'small' }, { file_id: 'large' }], caption: 'Вот' },
    { content: 'image', text: 'Вот', media: { id: 'large', mime: null, name: null } },
  ],
  [{ sticker: { file_id: 's', emoji: '👍' } }, { content: 'image', text: '👍' }],
  [{ voice: { file_id: 'v', mime_type: 'audio/ogg' } }, { content: 'voice', media: { id: 'v', mime: 'audio/ogg' } }],
  [
    { document: { file_id: 'd', file_name: 'a.pdf', mime_type: 'application/pdf' } },
    { content: 'file', media: { id: 'd', mime: 'application/pdf', name: 'a.pdf' } },
  ],
  [
    { video: { file_id: 'f' }, caption: 'Видео' },
    { content: 'file', text: 'Видео' },
  ],
  [{ location: { latitude: 55.75, longitude: 37.61 } }, { content: 'location', text: '55.75, 37.61' }],
  [{ game: { title: 'Chess' } }, { content: 'other', text: null }],
])('a message of %o is read', (fields, expected) => {
  expect(readMessage(fields)[0]).toMatchObject(expected);
});

test('groups, channels and other bots are not contacts', () => {
  expect(readMessage({ text: 'Да', chat: { id: -100, type: 'supergroup' } })).toEqual([]);
  expect(readMessage({ text: 'Да', from: { ...FROM, is_bot: true } })).toEqual([]);
  expect(readMessage({ text: 'Да', from: undefined })).toEqual([]);
});

test('unknown updates are ignored', () => {
  expect(read({ update_id: 1, poll: { id: '1' } })).toEqual([]);
});

test.each(['', '{', 'null', '[]', '{}', '{"update_id":1,"message":{"text":"Да"}}'])(
  'the body %s is unreadable',
  (body) => {
    expect(() => read(body)).toThrow(UnreadableWebhook);
  },
);
