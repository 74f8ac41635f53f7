import { expect, test } from 'vitest';
import { type ChannelEvent, UnreadableWebhook } from '#server/channels/port.ts';
import { readWebhook } from './webhook.ts';

const AT = Temporal.Instant.from('2025-11-21T00:00:00Z'); // 1763683200

function read(json: unknown): ChannelEvent[] {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  return readWebhook({ headers: {}, body, receivedAt: AT });
}

const enveloped = (value: Record<string, unknown>, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: 'WABA_ID',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '79990000001', phone_number_id: '106540352242922' },
            ...value,
          },
        },
      ],
    },
  ],
});

const ANNA = { profile: { name: 'Анна', username: 'anna' }, wa_id: '79990001122', user_id: 'RU.1502576394655843' };
const inbound = (message: Record<string, unknown>) => ({
  contacts: [ANNA],
  messages: [
    {
      from: '79990001122',
      from_user_id: 'RU.1502576394655843',
      id: 'wamid.IN1',
      timestamp: '1763683200',
      ...message,
    },
  ],
});
const TEXT = inbound({ type: 'text', text: { body: 'Да' } });
const YES = {
  kind: 'message',
  providerMessageId: 'wamid.IN1',
  at: AT,
  from: {
    channelUserId: 'RU.1502576394655843',
    aliases: ['79990001122'],
    phone: '+79990001122',
    name: 'Анна',
    language: null,
  },
  content: 'text',
  text: 'Да',
  buttonId: null,
  quotedProviderId: null,
  media: null,
  sharedPhone: null,
  startToken: null,
  callbackId: null,
};

test('a text in the envelope is read', () => {
  expect(read(enveloped(TEXT))).toEqual([YES]);
});

test('the bare payload of old 360dialog accounts is read alike', () => {
  expect(read(TEXT)).toEqual([YES]);
});

test('every entry and every change of one payload is read', () => {
  const one = enveloped(TEXT).entry;
  const two = enveloped(inbound({ id: 'wamid.IN2', type: 'text', text: { body: 'Нет' } })).entry;
  const twice = { entry: [...one, { id: 'W', changes: [...two[0]!.changes, ...two[0]!.changes] }] };
  expect(read(twice).map((event) => event.kind === 'message' && event.text)).toEqual(['Да', 'Нет', 'Нет']);
});

test('a contact without a phone is identified by the business-scoped id', () => {
  const value = inbound({ from: undefined, type: 'text', text: { body: 'Да' } });
  value.contacts = [{ profile: ANNA.profile, user_id: ANNA.user_id } as typeof ANNA];
  expect(read(enveloped(value))[0]).toMatchObject({
    from: { channelUserId: 'RU.1502576394655843', phone: null, name: 'Анна' },
  });
});

test('a contact without a business-scoped id is identified by phone', () => {
  const value = inbound({ from_user_id: undefined, type: 'text', text: { body: 'Да' } });
  value.contacts = [{ profile: ANNA.profile, wa_id: ANNA.wa_id } as typeof ANNA];
  expect(read(enveloped(value))[0]).toMatchObject({ from: { channelUserId: '79990001122', phone: '+79990001122' } });
});

test('a message without a sender is unreadable', () => {
  const value = inbound({ from: undefined, from_user_id: undefined, type: 'text', text: { body: 'Да' } });
  value.contacts = [];
  expect(() => read(enveloped(value))).toThrow(/from nobody/);
});

test.each([
  [
    { type: 'button', button: { payload: 'confirm:42', text: 'Подтвердить' }, context: { id: 'wamid.OUT1' } },
    { content: 'button', text: 'Подтвердить', buttonId: 'confirm:42', quotedProviderId: 'wamid.OUT1' },
  ],
  [
    {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'cancel:42', title: 'Отменить' } },
      context: { id: 'wamid.OUT1' },
    },
    { content: 'button', text: 'Отменить', buttonId: 'cancel:42', quotedProviderId: 'wamid.OUT1' },
  ],
  [
    { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'v:1', title: 'В 12:00' } } },
    { content: 'button', text: 'В 12:00', buttonId: 'v:1' },
  ],
  [
    { type: 'image', image: { id: 'M1', mime_type: 'image/jpeg', sha256: 'x', caption: 'Вот' } },
    { content: 'image', text: 'Вот', media: { id: 'M1', mime: 'image/jpeg', name: null } },
  ],
  [
    { type: 'sticker', sticker: { id: 'M2', mime_type: 'image/webp' } },
    { content: 'image', text: null },
  ],
  [
    { type: 'video', video: { id: 'M3', mime_type: 'video/mp4' } },
    { content: 'file', media: { id: 'M3' } },
  ],
  [
    { type: 'audio', audio: { id: 'M4', mime_type: 'audio/ogg', voice: true } },
    { content: 'voice', text: null },
  ],
  [
    { type: 'document', document: { id: 'M5', mime_type: 'application/pdf', filename: 'a.pdf' } },
    { content: 'file', media: { id: 'M5', mime: 'application/pdf', name: 'a.pdf' } },
  ],
  [
    { type: 'location', location: { latitude: 55.75, longitude: 37.61, name: 'Дом' } },
    { content: 'location', text: 'Дом, 55.75, 37.61' },
  ],
  [
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Мама' }, phones: [{ phone: '+79990003344' }] }],
    },
    { content: 'contact', text: 'Мама, +79990003344', sharedPhone: null },
  ],
  [
    { type: 'reaction', reaction: { message_id: 'wamid.OUT1', emoji: '👍' } },
    { content: 'remark', text: '👍', quotedProviderId: 'wamid.OUT1' },
  ],
  [
    { type: 'system', system: { body: 'Анна changed from A to B', type: 'user_changed_number' } },
    { content: 'remark', text: 'Анна changed from A to B' },
  ],
  [
    { type: 'order', order: { catalog_id: '1' } },
    { content: 'other', text: null },
  ],
  [
    { type: 'unsupported', errors: [{ code: 131051 }] },
    { content: 'other', text: null },
  ],
  [{ type: 'hologram' }, { content: 'other', text: null }],
])('a message of %o is read', (message, expected) => {
  expect(read(enveloped(inbound(message)))[0]).toMatchObject({ kind: 'message', ...expected });
});

const status = (fields: Record<string, unknown>) =>
  enveloped({
    statuses: [
      {
        id: 'wamid.OUT1',
        status: 'delivered',
        timestamp: '1763683200',
        recipient_id: '79990001122',
        recipient_user_id: 'RU.150',
        biz_opaque_callback_data: 'msg_01H',
        ...fields,
      },
    ],
  });
const DELIVERED = {
  kind: 'status',
  providerMessageId: 'wamid.OUT1',
  reference: 'msg_01H',
  status: 'delivered',
  at: AT,
  errorClass: null,
  code: null,
  text: null,
  retryAfterMs: null,
};

test.each([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['held_for_quality_assessment', 'accepted'],
])('the status %s is read as %s', (vendorStatus, expected) => {
  expect(read(status({ status: vendorStatus }))).toEqual([{ ...DELIVERED, status: expected }]);
});

test('an undocumented status is ignored', () => {
  expect(read(status({ status: 'deleted' }))).toEqual([]);
});

test('a failed message has its reason', () => {
  const errors = [
    { code: 131026, title: 'Message undeliverable', message: 'm', error_data: { details: 'No WhatsApp' }, href: 'h' },
  ];
  expect(read(status({ status: 'failed', errors }))).toEqual([
    {
      ...DELIVERED,
      status: 'failed',
      errorClass: 'recipient_invalid',
      code: '131026',
      text: 'Message undeliverable: No WhatsApp',
    },
  ]);
});

test('a reviewed template is reported', () => {
  const value = {
    event: 'REJECTED',
    message_template_id: 123,
    message_template_name: 'visit_reminder_24h',
    message_template_language: 'ru',
    reason: 'INVALID_FORMAT',
    message_template_category: 'UTILITY',
  };
  expect(read(enveloped(value, 'message_template_status_update'))).toEqual([
    {
      kind: 'template',
      name: 'visit_reminder_24h',
      language: 'ru',
      status: 'rejected',
      reason: 'INVALID_FORMAT',
      category: 'utility',
    },
  ]);
});

const TEMPLATE = { message_template_name: 'memo', message_template_language: 'ru' };

test.each([
  ['PAUSED', { title: 'SECOND_PAUSE' }, { status: 'paused', reason: 'SECOND_PAUSE' }],
  ['APPROVED', { title: 'UNPAUSE' }, { status: 'approved', reason: null }],
  ['FLAGGED', undefined, { status: 'approved', reason: 'FLAGGED' }],
  ['REINSTATED', undefined, { status: 'approved', reason: null }],
  ['SOMETHING_NEW', undefined, { status: 'something_new', reason: null }],
])('an event %s of a template becomes a status, and one we do not know is kept', (event, info, expected) => {
  const value = { ...TEMPLATE, event, reason: 'NONE', ...(info && { other_info: info }) };
  expect(read(enveloped(value, 'message_template_status_update'))).toEqual([
    { kind: 'template', name: 'memo', language: 'ru', ...expected },
  ]);
});

test('a rating and a new category of a template are reported; the notice of a category ahead is not', () => {
  const quality = { ...TEMPLATE, previous_quality_score: 'GREEN', new_quality_score: 'RED' };
  expect(read(enveloped(quality, 'message_template_quality_update'))).toMatchObject([{ quality: 'red' }]);
  const moved = { ...TEMPLATE, previous_category: 'UTILITY', new_category: 'MARKETING' };
  expect(read(enveloped(moved, 'template_category_update'))).toMatchObject([{ category: 'marketing' }]);
  const ahead = { ...TEMPLATE, correct_category: 'MARKETING', category_update_timestamp: 1_763_683_200 };
  expect(read(enveloped(ahead, 'template_category_update'))).toEqual([]);
});

test('an error of the number itself stops the channel, others do not', () => {
  const errors = [
    { code: 131042, title: 'Business eligibility payment issue' },
    { code: 130429, title: 'Rate limit hit' },
  ];
  expect(read(enveloped({ errors }))).toEqual([
    { kind: 'channel', trouble: 'payment_needed', text: 'Business eligibility payment issue' },
  ]);
});

test('fields we did not subscribe to are left out', () => {
  expect(read(enveloped({ anything: 1 }, 'flows'))).toEqual([]);
});

test.each(['', '{', '"text"', 'null', '[]', '{}', '{"entry":[{"changes":[{"field":7}]}]}', '{"messages":"no"}'])(
  'the body %s is unreadable',
  (body) => {
    expect(() => read(body)).toThrow(UnreadableWebhook);
  },
);

test('the readable part of a payload is used when another part is not readable', () => {
  const value = { ...TEXT, statuses: [{ id: 'wamid.OUT1', status: 'sent', timestamp: 'yesterday' }] };
  try {
    read(enveloped(value));
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableWebhook);
    expect((error as UnreadableWebhook).message).toContain('status: timestamp');
    expect((error as UnreadableWebhook).events).toEqual([YES]);
  }
});

test('a message that is taken back, and one that is changed, name the earlier message', () => {
  const revoke = inbound({ id: 'wamid.IN2', type: 'revoke', revoke: { original_message_id: 'wamid.IN1' } });
  expect(read(enveloped(revoke))).toEqual([
    { kind: 'deleted', providerMessageId: 'wamid.IN1', from: YES.from, at: AT },
  ]);
  const message = { type: 'image', image: { id: 'M1', mime_type: 'image/jpeg', caption: 'Да' } };
  const edit = inbound({ id: 'wamid.IN2', type: 'edit', edit: { original_message_id: 'wamid.IN1', message } });
  expect(read(enveloped(edit))).toMatchObject([
    { kind: 'message', providerMessageId: 'wamid.IN1', content: 'image', text: 'Да', isEdit: true },
  ]);
  expect(read(enveloped(inbound({ type: 'revoke' })))).toEqual([]);
});

test('what is written in a group is dropped, and so is a reaction that is taken back', () => {
  const group_id = 'Y2FwaV9ncm91cDox';
  expect(read(enveloped(inbound({ group_id, type: 'text', text: { body: 'стоп' } })))).toEqual([]);
  expect(read(enveloped(inbound({ type: 'reaction', reaction: { message_id: 'wamid.OUT1' } })))).toEqual([]);
  expect(read(enveloped(inbound({ type: 'request_welcome' })))).toEqual([]);
});

test('what is written in the WhatsApp Business app is an own message to the contact', () => {
  const echo = { from: '79990000001', to: '79990001122', id: 'wamid.OWN1', timestamp: '1763683200' };
  const read_ = (more: object) => read(enveloped({ message_echoes: [{ ...echo, ...more }] }, 'smb_message_echoes'));
  expect(read_({ type: 'text', text: { body: 'Да, в 12' } })).toEqual([
    {
      kind: 'own_message',
      providerMessageId: 'wamid.OWN1',
      at: AT,
      to: { channelUserId: '79990001122', phone: '+79990001122', name: null, language: null },
      content: 'text',
      text: 'Да, в 12',
      media: null,
    },
  ]);
  expect(read_({ type: 'location', location: { latitude: 55.7, longitude: 37.6 } })).toMatchObject([
    { content: 'location', text: '55.7, 37.6' },
  ]);
  expect(read_({ type: 'text', text: { body: 'всем' }, group_id: 'G1' })).toEqual([]);
  expect(read_({ type: 'reaction', reaction: { message_id: 'wamid.IN1', emoji: '👍' } })).toEqual([]);
});

test.each([
  ['stop', 'marketing_stopped'],
  ['resume', 'marketing_resumed'],
])('the choice %s about advertising is %s', (value, kind) => {
  const choice = { wa_id: '79990001122', category: 'marketing_messages', value, timestamp: 1763683200 };
  const event = { kind, from: YES.from, at: AT };
  expect(read(enveloped({ contacts: [ANNA], user_preferences: [choice] }, 'user_preferences'))).toEqual([event]);
  const other = { ...choice, category: 'other' };
  expect(read(enveloped({ contacts: [ANNA], user_preferences: [other] }, 'user_preferences'))).toEqual([]);
});

test('a changed number names the new one', () => {
  const system = { body: 'Анна changed', type: 'user_changed_number', wa_id: '79990003344', customer: '79990001122' };
  expect(read(enveloped(inbound({ type: 'system', system })))).toMatchObject([
    {
      kind: 'number_changed',
      from: { phone: '+79990001122' },
      to: { channelUserId: '79990003344', phone: '+79990003344' },
    },
  ]);
});
