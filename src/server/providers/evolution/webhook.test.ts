import { expect, test } from 'vitest';
import type { ChannelEvent } from '#server/channels/port.ts';
import { readWebhook } from './webhook.ts';

const AT = Temporal.Instant.from('2025-11-21T00:00:00Z'); // 1763683200
const KEY = { fromMe: false, remoteJid: '79990001122@s.whatsapp.net', id: '3A10' };

function read(data: unknown, event = 'messages.upsert'): ChannelEvent[] {
  const body = Buffer.from(JSON.stringify({ event, instance: 'i', sender: '79990000001@s.whatsapp.net', data }));
  return readWebhook({ body, receivedAt: AT });
}
const readMessage = (message: unknown, key: object = {}, source = 'android') =>
  read({ key: { ...KEY, ...key }, pushName: 'Анна', message, messageTimestamp: 1763683200, source });

const TEXT = { extendedTextMessage: { text: 'стоп' } };

test.each([
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'groupMentionedMessage',
  'editedMessage',
  'envelopeOfTomorrow',
])('a message in the envelope %s is read', (envelope) => {
  expect(readMessage({ [envelope]: { message: TEXT } })).toMatchObject([{ content: 'text', text: 'стоп' }]);
  const nested = { ephemeralMessage: { message: { [envelope]: { message: TEXT } } }, messageContextInfo: {} };
  expect(readMessage(nested)).toMatchObject([{ content: 'text', text: 'стоп' }]);
});

test('a document with a caption keeps the address that the gateway gives it', () => {
  const document = { mimetype: 'application/pdf', fileName: 'a.pdf', caption: 'Вот' };
  const message = { documentWithCaptionMessage: { message: { documentMessage: document } }, mediaUrl: 'https://s/1' };
  const media = { id: 'https://s/1', mime: 'application/pdf', name: 'a.pdf' };
  expect(readMessage(message)).toMatchObject([{ content: 'file', text: 'Вот', media }]);
});

test.each([
  [{ ptvMessage: { mimetype: 'video/mp4' } }, { content: 'file', media: { mime: 'video/mp4' } }],
  [{ stickerMessage: { mimetype: 'image/webp' } }, { content: 'image' }],
  [{ lottieStickerMessage: { message: { stickerMessage: { mimetype: 'image/webp' } } } }, { content: 'image' }],
  [
    { contactMessage: { displayName: 'Олег', vcard: 'BEGIN:VCARD\nTEL;waid=79161112233:+7 916 111-22-33\nEND:VCARD' } },
    { content: 'contact', text: 'Олег, +7 916 111-22-33' },
  ],
  [
    { contactsArrayMessage: { contacts: [{ displayName: 'Олег' }, { displayName: 'Ира' }] } },
    { content: 'contact', text: 'Олег; Ира' },
  ],
  [
    { liveLocationMessage: { degreesLatitude: 55.7, degreesLongitude: 37.6 } },
    { content: 'location', text: '55.7, 37.6' },
  ],
  [
    { pollCreationMessageV3: { name: 'Когда?', options: [{ optionName: 'Утром' }, { optionName: 'Вечером' }] } },
    { content: 'text', text: '📊 Когда?\n• Утром\n• Вечером' },
  ],
  [
    { listResponseMessage: { title: 'В 12', singleSelectReply: { selectedRowId: 'v:1' } } },
    { content: 'button', buttonId: 'v:1', text: 'В 12' },
  ],
  [{ reactionMessage: { text: '👍', key: { id: 'B1' } } }, { content: 'remark', text: '👍', quotedProviderId: 'B1' }],
  [{ eventMessage: { name: 'Встреча', description: 'У входа' } }, { content: 'other', text: 'Встреча\nУ входа' }],
])('%j is shown', (message, event) => {
  expect(readMessage(message)).toMatchObject([event]);
});

test.each([
  { reactionMessage: { text: '', key: { id: 'B1' } } },
  { protocolMessage: { type: 'EPHEMERAL_SETTING', key: { id: 'B1' } } },
  { pollUpdateMessage: { vote: {} } },
  { senderKeyDistributionMessage: {}, messageContextInfo: {} },
  { pinInChatMessage: { key: { id: 'B1' } } },
])('%j is no message', (message) => {
  expect(readMessage(message)).toEqual([]);
});

test.each([
  [
    'messages.upsert',
    { key: KEY, message: { protocolMessage: { type: 0, key: { id: 'B1' } } }, messageTimestamp: 1763683200 },
  ],
  ['messages.upsert', { key: KEY, message: { protocolMessage: { key: { id: 'B1' } } }, messageTimestamp: 1763683200 }],
  ['messages.delete', { ...KEY, id: 'B1', status: 'DELETED' }],
  ['messages.delete', { key: { ...KEY, id: 'B1' } }],
  ['messages.update', { keyId: 'B1', remoteJid: KEY.remoteJid, status: 'DELETED' }],
])('%s reports a message that was taken back (%#)', (event, data) => {
  expect(read(data, event)).toMatchObject([
    { kind: 'deleted', providerMessageId: 'B1', from: { channelUserId: '79990001122' } },
  ]);
});

test.each([
  [
    'messages.upsert',
    {
      key: KEY,
      message: { protocolMessage: { type: 14, key: { id: 'B1' }, editedMessage: TEXT } },
      messageTimestamp: 1763683200,
    },
  ],
  ['messages.edited', { key: { ...KEY, id: 'B1' }, type: 'MESSAGE_EDIT', editedMessage: TEXT }],
])('%s reports the new words of a message', (event, data) => {
  expect(read(data, event)).toMatchObject([{ kind: 'message', providerMessageId: 'B1', text: 'стоп', isEdit: true }]);
});

test('a person named by two ids is known by their phone, and by the other id too', () => {
  const ids = { remoteJid: '200000000000018@lid', remoteJidAlt: KEY.remoteJid };
  const from = { channelUserId: '79990001122', aliases: ['200000000000018@lid'], phone: '+79990001122' };
  expect(readMessage(TEXT, ids)).toMatchObject([{ from }]);
  expect(readMessage(TEXT, { remoteJid: '200000000000018:7@lid', senderPn: KEY.remoteJid })).toMatchObject([{ from }]);
  expect(readMessage(TEXT, { remoteJid: '200000000000018@lid' })).toMatchObject([
    { from: { channelUserId: '200000000000018@lid', phone: null } },
  ]);
});

test('groups, channels and the status list are dropped, also what is changed there', () => {
  for (const remoteJid of ['1203630@g.us', 'status@broadcast', '1@newsletter']) {
    expect(readMessage(TEXT, { remoteJid, participant: KEY.remoteJid })).toEqual([]);
    expect(read({ ...KEY, remoteJid }, 'messages.delete')).toEqual([]);
    expect(read({ key: { ...KEY, remoteJid }, editedMessage: TEXT }, 'messages.edited')).toEqual([]);
  }
});

test('what is typed on the phone or in the desktop program is an own message; what we send is not', () => {
  expect(readMessage(TEXT, { fromMe: true })).toMatchObject([{ kind: 'own_message', text: 'стоп' }]);
  expect(readMessage(TEXT, { fromMe: true }, 'desktop')).toMatchObject([{ kind: 'own_message' }]);
  expect(readMessage(TEXT, { fromMe: true }, 'web')).toEqual([]);
});
