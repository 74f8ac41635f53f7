import { describe, expect, test } from 'vitest';
import { DIALOG360 } from '#server/testing/conformance/bindings/dialog360.ts';
import { TELEGRAM_BOT } from '#server/testing/conformance/bindings/telegram-bot.ts';
import { TELEGRAM_USER } from '#server/testing/conformance/bindings/telegram-user.ts';
import { TWILIO_SMS } from '#server/testing/conformance/bindings/twilio-sms.ts';
import { TWILIO_WHATSAPP } from '#server/testing/conformance/bindings/twilio-whatsapp.ts';
import { WHATSAPP_QR } from '#server/testing/conformance/bindings/whatsapp-qr.ts';
import { WHATSAPP_QR_EVOLUTION } from '#server/testing/conformance/bindings/whatsapp-qr-evolution.ts';
import type { Binding } from '#server/testing/conformance/binding.ts';
import { openPlaces, type Place } from '#server/testing/conformance/place.ts';
import { evolutionIn } from '#server/testing/world/linked-phone.ts';

/* What contacts write, change and take back on each kind of channel, in the format of its vendor. */

const { open: openUsual } = await openPlaces();
const { open: openByEvolution } = await openPlaces(evolutionIn);

const PERSON = '79164440777';

/** Something that happens in the chat with a person; each vendor has its own words for it. */
type ChatEvent = {
  id: string;
  text: string;
  /** Seconds since the first one. */
  after?: number;
  /** The message that it changes or takes back. */
  edits?: string;
  deletes?: string;
  inGroup?: true;
  onPhone?: true;
};

type Vendor = {
  name: string;
  binding: Binding;
  open: (binding: Binding) => Promise<Place>;
  /** Null: the vendor never posts such a thing. */
  bodyOf(event: ChatEvent, at: number, place: Place): string | null;
};

const cloud: Vendor['bodyOf'] = ({ id, text, edits, deletes, inGroup, onPhone }, at) => {
  const words = { type: 'text', text: { body: text } };
  const change = edits
    ? { type: 'edit', edit: { original_message_id: edits, message: { context: { id: edits }, ...words } } }
    : { type: 'revoke', revoke: { original_message_id: deletes } };
  const message = {
    id,
    timestamp: String(at),
    ...(edits || deletes ? change : words),
    ...(inGroup && { group_id: 'Y2FwaV9ncm91cDox' }),
  };
  const value = onPhone
    ? { message_echoes: [{ from: '79990000001', to: PERSON, ...message }] }
    : { contacts: [{ wa_id: PERSON, profile: { name: 'Проба' } }], messages: [{ from: PERSON, ...message }] };
  return JSON.stringify({
    entry: [{ id: 'W', changes: [{ field: onPhone ? 'smb_message_echoes' : 'messages', value }] }],
  });
};

const greenApi =
  (chatOf: (inGroup?: true) => string): Vendor['bodyOf'] =>
  ({ id, text, edits, deletes, inGroup, onPhone }, at) => {
    const chatId = chatOf(inGroup);
    const change = edits
      ? { typeMessage: 'editedMessage', editedMessageData: { textMessage: text, stanzaId: edits } }
      : { typeMessage: 'deletedMessage', deletedMessageData: { stanzaId: deletes } };
    return JSON.stringify({
      typeWebhook: onPhone ? 'outgoingMessageReceived' : 'incomingMessageReceived',
      idMessage: id,
      timestamp: at,
      instanceData: { idInstance: 1101000001, wid: '79990000201@c.us', typeInstance: 'whatsapp' },
      senderData: { chatId, sender: chatId, chatName: 'Проба', senderName: 'Проба' },
      messageData: edits || deletes ? change : { typeMessage: 'textMessage', textMessageData: { textMessage: text } },
    });
  };

const evolution: Vendor['bodyOf'] = ({ id, text, edits, deletes, inGroup, onPhone }, at) => {
  const remoteJid = inGroup ? '120363000000000001@g.us' : `${PERSON}@s.whatsapp.net`;
  const words = { ephemeralMessage: { message: { extendedTextMessage: { text } } } };
  const protocolMessage = edits
    ? { type: 'MESSAGE_EDIT', key: { id: edits }, editedMessage: { conversation: text } }
    : { type: 'REVOKE', key: { id: deletes } };
  return JSON.stringify({
    event: 'messages.upsert',
    instance: 'any',
    sender: '79990000210@s.whatsapp.net',
    data: {
      key: { fromMe: onPhone === true, remoteJid, id },
      pushName: 'Проба',
      messageType: 'ephemeralMessage',
      message:
        (edits && { editedMessage: { message: { protocolMessage } } }) ?? (deletes && { protocolMessage }) ?? words,
      messageTimestamp: at,
      source: 'android',
    },
  });
};

const numberOf = (id: string) => Number(id.replaceAll(/\D/g, ''));
const telegramBot: Vendor['bodyOf'] = ({ id, text, edits, deletes, inGroup, onPhone }, at) => {
  if (deletes || onPhone) return null;
  const message = {
    message_id: numberOf(edits ?? id),
    date: at,
    ...(edits && { edit_date: at }),
    chat: inGroup ? { id: -910020, type: 'group' } : { id: 910020, type: 'private' },
    from: { id: 910020, is_bot: false, first_name: 'Проба' },
    text,
  };
  return JSON.stringify({ update_id: numberOf(id), [edits ? 'edited_message' : 'message']: message });
};

const twilio =
  (prefix: string): Vendor['bodyOf'] =>
  ({ id, text, edits, deletes, inGroup, onPhone }) =>
    edits || deletes || onPhone
      ? null
      : new URLSearchParams({
          MessageSid: id,
          From: `${prefix}+${PERSON}`,
          To: `${prefix}+15550001111`,
          Body: text,
          NumMedia: '0',
          ...(inGroup && { OtherRecipients0: '+15550002222' }),
        }).toString();

const VENDORS: Vendor[] = [
  { name: 'dialog360', binding: DIALOG360, open: openUsual, bodyOf: cloud },
  {
    name: 'whatsapp_qr by Green-API',
    binding: WHATSAPP_QR,
    open: openUsual,
    bodyOf: greenApi((inGroup) => (inGroup ? '120363000000000001@g.us' : `${PERSON}@c.us`)),
  },
  { name: 'whatsapp_qr by Evolution', binding: WHATSAPP_QR_EVOLUTION, open: openByEvolution, bodyOf: evolution },
  {
    name: 'telegram_user',
    binding: TELEGRAM_USER,
    open: openUsual,
    bodyOf: greenApi((inGroup) => (inGroup ? '-1001910020' : '910020')),
  },
  { name: 'telegram_bot', binding: TELEGRAM_BOT, open: openUsual, bodyOf: telegramBot },
  { name: 'twilio_sms', binding: TWILIO_SMS, open: openUsual, bodyOf: twilio('') },
  { name: 'twilio_whatsapp', binding: TWILIO_WHATSAPP, open: openUsual, bodyOf: twilio('whatsapp:') },
];

const chatOf = ({ bodyOf, binding, open }: Vendor) => {
  const started = open(binding);
  type Post = { url: string; headers: Record<string, string> };
  return {
    /** @returns false where the vendor never posts such a thing */
    async happens(event: ChatEvent): Promise<boolean> {
      const place = await started;
      const at = Math.floor(place.server.clock.now().epochMilliseconds / 1_000) + (event.after ?? 0);
      const body = bodyOf(event, at, place);
      if (body === null) return false;
      const { webhooks } = await place.world.control<{ webhooks: Post[] }>(
        'GET',
        `/webhooks?channel=${binding.service}`,
      );
      const { url, headers } = webhooks.findLast((one) => one.url.includes(`/hooks/${binding.connect.kind}/`))!;
      const signed = { ...headers, ...binding.sign?.({ url, body }) };
      expect((await fetch(url, { method: 'POST', headers: signed, body })).status).toBeLessThan(300);
      await place.pass(4);
      return true;
    },
    async read() {
      const { server, channel } = await started;
      const { rows } = await server.owner.query(
        `select c.id, c.state, c.unread_count, c.unread_since is not null as is_unread, c.needs_person_reason as reason,
           c.last_text, c.bots_silent_until > $2 as is_silent,
           (select json_agg(json_build_array(i.kind, coalesce(i.text, ''), i.edited_at is not null) order by i.received_at, i.id)
             from inbound_messages i where i.conversation_id = c.id) as items,
           (select json_agg(json_build_array(o.kind, coalesce(o.text, ''), o.edited_at is not null) order by o.received_at, o.id)
             from own_messages o where o.conversation_id = c.id) as own,
           (select json_agg(o.scope) from opt_outs o where o.contact_id = c.contact_id and lifted_at is null) as stops
         from conversations c where c.channel_id = $1 order by c.last_message_at desc, c.id desc limit 1`,
        [channel.id, server.clock.now().toString()],
      );
      return rows[0];
    },
  };
};

const OWN: { [vendor: string]: true } = { dialog360: true };

describe.each(VENDORS)('$name', (vendor) => {
  const hasPhone = vendor.binding.typeOnPhone !== undefined || OWN[vendor.name];

  test('a word that is changed to a stop opts out, and the thread shows the new word', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'нет' });
    if (!(await chat.happens({ id: 'M2', text: 'стоп', edits: 'M1', after: 5 }))) return;
    expect(await chat.read()).toMatchObject({
      items: [['text', 'стоп', true]],
      stops: ['all'],
      last_text: expect.any(String),
    });
    expect(await chat.read()).toMatchObject({ is_unread: false, reason: null });
  });

  test('a change of a message that never came is read as a message', async () => {
    const chat = chatOf(vendor);
    if (!(await chat.happens({ id: 'M2', text: 'стоп, пожалуйста', edits: 'M1' }))) return;
    expect(await chat.read()).toMatchObject({ items: [['text', 'стоп, пожалуйста', true]], stops: ['all'] });
  });

  test('a change to a question waits for a reply again, and an earlier one that comes late has no effect', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'спасибо' });
    expect(await chat.read()).toMatchObject({ state: 'closed', is_unread: false, reason: null });
    if (!(await chat.happens({ id: 'M2', text: 'Когда можно?', edits: 'M1', after: 60 }))) return;
    await chat.happens({ id: 'M3', text: 'спас', edits: 'M1', after: 20 });
    const reason = { reason: 'new_message', state: 'open', is_unread: true };
    expect(await chat.read()).toMatchObject({ ...reason, items: [['text', 'Когда можно?', true]] });
  });

  test('a message that is taken back is marked, is gone from lists, and waits for nobody', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'мой пароль 1234' });
    expect(await chat.read()).toMatchObject({ is_unread: true, reason: 'new_message' });
    if (!(await chat.happens({ id: 'M2', text: '', deletes: 'M1', after: 5 }))) return;
    const answered = { is_unread: false, unread_count: 0, reason: null, last_text: '' };
    expect(await chat.read()).toMatchObject({ ...answered, items: [['deleted', '', false]] });
    await chat.happens({ id: 'M4', text: '', deletes: 'M9', after: 6 });
    await chat.happens({ id: 'M5', text: 'вернулось', edits: 'M1', after: 7 });
    expect(await chat.read()).toMatchObject({ ...answered, items: [['deleted', '', false]] });
  });

  test('of two messages the one that is left waits on', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'Когда можно?' });
    await chat.happens({ id: 'M2', text: 'ой', after: 30 });
    if (!(await chat.happens({ id: 'M3', text: '', deletes: 'M2', after: 40 }))) return;
    const state = { is_unread: true, unread_count: 1, reason: 'new_message' };
    expect(await chat.read()).toMatchObject(state);
  });

  test('a stop in a group is not said to the business', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'Когда можно?' });
    await chat.happens({ id: 'M2', text: 'стоп', inGroup: true });
    const unchanged = { stops: null, reason: 'new_message', items: [['text', 'Когда можно?', false]] };
    expect(await chat.read()).toMatchObject(unchanged);
  });

  test('what is written on the phone is an answer of the business, with its changes', async () => {
    const chat = chatOf(vendor);
    await chat.happens({ id: 'M1', text: 'Можно завтра?' });
    const isReceived = await chat.happens({ id: 'M2', text: 'Да, приходите в 12', onPhone: true, after: 5 });
    expect(isReceived).toBe(hasPhone === true);
    if (!isReceived) return;
    const answered = { is_unread: false, reason: null, is_silent: true };
    expect(await chat.read()).toMatchObject({ ...answered, own: [['text', 'Да, приходите в 12', false]] });
    await chat.happens({ id: 'M3', text: 'Да, приходите в 13', edits: 'M2', onPhone: true, after: 6 });
    expect(await chat.read()).toMatchObject({ ...answered, own: [['text', 'Да, приходите в 13', true]] });
    await chat.happens({ id: 'M4', text: '', deletes: 'M2', onPhone: true, after: 7 });
    expect(await chat.read()).toMatchObject({
      own: [['deleted', '', true]],
      items: [['text', 'Можно завтра?', false]],
    });
    await chat.happens({ id: 'M5', text: 'ок', after: 8 });
    expect(await chat.read()).toMatchObject({ state: 'closed', is_unread: false, reason: null });
  });
});
