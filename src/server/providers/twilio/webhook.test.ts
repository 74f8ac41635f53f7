import { expect, test } from 'vitest';
import { UnreadableWebhook } from '#server/channels/port.ts';
import { readWebhook } from './webhook.ts';

const receivedAt = Temporal.Instant.from('2026-03-02T08:00:00Z');
const SID = 'SM00000000000000000000000000000001';
const read = (fields: Record<string, string>) =>
  readWebhook({ body: Buffer.from(new URLSearchParams({ MessageSid: SID, ...fields }).toString()), receivedAt });
const inbound = (Body: string, more: Record<string, string> = {}) =>
  read({ From: '+79160000001', To: '+79990000101', Body, NumMedia: '0', SmsStatus: 'received', ...more });

test.each([
  ['queued', 'accepted'],
  ['sending', 'accepted'],
  ['sent', 'sent'],
  ['partially_delivered', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
])('the status %s is our %s', (word, status) => {
  expect(read({ MessageStatus: word })).toMatchObject([
    { kind: 'status', providerMessageId: SID, status, reference: null, errorClass: null },
  ]);
});

test.each([
  ['30003', 'temporary', 3_600_000],
  ['30005', 'recipient_invalid', undefined],
  ['30007', 'content_rejected', undefined],
  ['30002', 'account_blocked', undefined],
  ['21610', 'opted_out', undefined],
])('an SMS that fails with %s is %s', (ErrorCode, errorClass, retryAfterMs) => {
  const [event] = read({ MessageStatus: 'undelivered', ErrorCode });
  expect(event).toMatchObject({ status: 'failed', errorClass, code: ErrorCode });
  expect(event?.kind === 'status' && event.retryAfterMs).toBe(retryAfterMs);
});

test('unknown statuses and fields are ignored', () => {
  expect(read({ MessageStatus: 'teleported', New1: '1' })).toEqual([]);
});

test('an inbound message has its phone and the time it was received', () => {
  expect(inbound('Да, буду')).toMatchObject([
    {
      kind: 'message',
      providerMessageId: SID,
      at: receivedAt,
      from: { channelUserId: '+79160000001', phone: '+79160000001' },
      content: 'text',
      text: 'Да, буду',
    },
  ]);
});

test.each(['STOP', 'stop', ' Unsubscribe ', 'CANCEL', 'OptOut'])('"%s" is a message and opts the phone out', (word) => {
  expect(inbound(word)).toMatchObject([{ kind: 'message', text: word }, { kind: 'blocked' }]);
});

test('a word that opts the phone in again is a message too', () => {
  expect(inbound('YES')).toMatchObject([{ kind: 'unblocked' }, { kind: 'message', content: 'text' }]);
  expect(inbound('please stop it')).toHaveLength(1);
});

test("with custom opt-out words, Twilio's OptOutType is used", () => {
  expect(inbound('ХВАТИТ', { OptOutType: 'STOP' })).toMatchObject([{ kind: 'message' }, { kind: 'blocked' }]);
  expect(inbound('СНОВА', { OptOutType: 'START' })).toMatchObject([{ kind: 'unblocked' }, { kind: 'message' }]);
  expect(inbound('ПОМОЩЬ', { OptOutType: 'HELP' })).toMatchObject([{ kind: 'message', content: 'remark' }]);
});

test('a picture is received as an attachment', () => {
  const media = { NumMedia: '1', MediaUrl0: 'https://api.twilio.com/media/1', MediaContentType0: 'image/jpeg' };
  expect(inbound('', media)).toMatchObject([{ content: 'image', media: { id: media.MediaUrl0, mime: 'image/jpeg' } }]);
});

test('a body without a message id is unreadable', () => {
  expect(() => readWebhook({ body: Buffer.from('hello'), receivedAt })).toThrow(UnreadableWebhook);
  expect(() => read({ From: '+79160000001' })).toThrow(UnreadableWebhook);
});
