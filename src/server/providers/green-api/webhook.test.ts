import { expect, test } from 'vitest';
import type { ChannelEvent } from '#server/channels/port.ts';
import { TELEGRAM_CHATS } from './telegram-chats.ts';
import { readWebhook } from './webhook.ts';

const POST = {
  typeWebhook: 'incomingMessageReceived',
  idMessage: '3EB014A',
  timestamp: 1763683200,
  instanceData: { idInstance: 1101000001, wid: '79990000201@c.us', typeInstance: 'whatsapp' },
  senderData: { chatId: '79990001122@c.us', sender: '79990001122@c.us', senderName: 'Анна' },
};

const read = (messageData: object, more: object = {}): ChannelEvent[] =>
  readWebhook({ body: Buffer.from(JSON.stringify({ ...POST, messageData, ...more })) });

const EDIT = { typeMessage: 'editedMessage', editedMessageData: { textMessage: 'стоп', stanzaId: '3EB014' } };
const DELETION = { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: '3EB014' } };

test('a change and a deletion name the earlier message', () => {
  expect(read(EDIT)).toMatchObject([{ kind: 'message', providerMessageId: '3EB014', text: 'стоп', isEdit: true }]);
  expect(read(DELETION)).toMatchObject([{ kind: 'deleted', providerMessageId: '3EB014' }]);
  const onPhone = { typeWebhook: 'outgoingMessageReceived' };
  expect(read(EDIT, onPhone)).toMatchObject([{ kind: 'own_message', providerMessageId: '3EB014', isEdit: true }]);
  expect(read(DELETION, onPhone)).toMatchObject([{ kind: 'deleted', providerMessageId: '3EB014' }]);
});

test('Telegram numbers messages by chat, and so are those that change', () => {
  const body = Buffer.from(JSON.stringify({ ...POST, senderData: { chatId: '910020' }, messageData: EDIT }));
  expect(readWebhook({ body }, TELEGRAM_CHATS)).toMatchObject([{ providerMessageId: '910020:3EB014', isEdit: true }]);
});

test.each([
  [
    { typeMessage: 'reactionMessage', extendedTextMessageData: { text: '👍' }, quotedMessage: { stanzaId: 'B1' } },
    { content: 'remark', text: '👍', quotedProviderId: 'B1' },
  ],
  [
    {
      typeMessage: 'contactMessage',
      contactMessageData: { displayName: 'Олег', vcard: 'BEGIN:VCARD\nTEL:+79161112233' },
    },
    { content: 'contact', text: 'Олег, +79161112233' },
  ],
  [
    {
      typeMessage: 'contactsArrayMessage',
      contactsArrayMessageData: { contacts: [{ displayName: 'А' }, { displayName: 'Б' }] },
    },
    { content: 'contact', text: 'А; Б' },
  ],
  [
    { typeMessage: 'pollMessage', pollMessageData: { name: 'Когда?', options: [{ optionName: 'Утром' }] } },
    { content: 'text', text: '📊 Когда?\n• Утром' },
  ],
  [
    { typeMessage: 'locationMessage', locationMessageData: { latitude: 55.7, longitude: 37.6, address: 'Мира 1' } },
    { content: 'location', text: 'Мира 1, 55.7, 37.6' },
  ],
  [
    {
      typeMessage: 'listResponseMessage',
      listResponseMessage: { title: 'В 12', singleSelectReply: { selectedRowId: 'v:1' } },
    },
    { content: 'button', buttonId: 'v:1', text: 'В 12' },
  ],
])('%j is shown', (messageData, event) => {
  expect(read(messageData)).toMatchObject([event]);
});

test('a reaction that is taken back, and a vote, are no messages; groups are dropped', () => {
  expect(read({ typeMessage: 'reactionMessage', extendedTextMessageData: { text: '' } })).toEqual([]);
  expect(read({ typeMessage: 'pollUpdateMessage' })).toEqual([]);
  const inGroup = { senderData: { ...POST.senderData, chatId: '1203630@g.us' } };
  for (const messageData of [EDIT, DELETION]) expect(read(messageData, inGroup)).toEqual([]);
});

test('a chat that hides the number is known by both ids where the number is shown', () => {
  const senderData = { chatId: '200000000000018@lid', senderPhoneNumber: 79990001122 };
  expect(read({ typeMessage: 'textMessage', textMessageData: { textMessage: 'Да' } }, { senderData })).toMatchObject([
    { from: { channelUserId: '200000000000018@lid', aliases: ['79990001122'], phone: '+79990001122' } },
  ]);
});
