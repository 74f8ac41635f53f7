import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';
import { TWILIO_SMS } from './twilio-sms.ts';

const NUMBER = '+79990000101';
const FROM = `whatsapp:${NUMBER}`;
const TO = `whatsapp:+${PERSON}`;

const refusal = (code: number, message: string) => ({ status: 400, body: { code, message, status: 400 } });

export const TWILIO_WHATSAPP: Binding = {
  ...TWILIO_SMS,
  skips: {
    late_file: 'The file is there before its message is posted.',
    own_phone: 'Nobody can write on a phone of its own.',
    read_mark: 'Twilio has no call for it.',
  },
  connect: {
    kind: 'twilio_whatsapp',
    accountSid: `AC${'1'.padStart(32, '0')}`,
    authToken: 'twilio-demo-token',
    sender: NUMBER,
  },
  answers: {
    ...TWILIO_SMS.answers,
    unknownRecipient: refusal(63003, 'Channel could not find To address'),
    mediaTooLarge: refusal(63019, 'Media failed to download'),
    templateRefused: refusal(63027, 'Template does not exist for a language and locale'),
  },
  write: (world, text) => world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, text }),
  writeFile: (world, { base64, mime }) =>
    world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, media: { base64, mime } }),
  async leave(world) {
    await world.control('POST', '/twilio/switches', { advancedOptOut: true });
    await world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, text: 'STOP' });
  },
  async received(world) {
    type Message = { direction: string; to: string; body: string; isAutomatic: boolean };
    const { messages } = await world.control<{ messages: Message[] }>('GET', '/twilio');
    return messages
      .filter(({ direction, to, isAutomatic }) => direction === 'out' && to === TO && !isAutomatic)
      .map(({ body }) => body);
  },
};
