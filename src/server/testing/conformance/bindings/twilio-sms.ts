import { createHmac } from 'node:crypto';
import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';

const FROM = '+79990000101';

const refusal = (status: number, code: number, message: string) => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const TWILIO_SMS: Binding = {
  skips: {
    refused_attachment: 'It carries no attachments: a picture becomes a link.',
    refused_template: 'It has no templates.',
    late_file: 'The file is there before its message is posted.',
    own_phone: 'Nobody can write on a phone of its own.',
    read_mark: 'SMS knows no reading.',
  },
  connect: {
    kind: 'twilio_sms',
    accountSid: `AC${'1'.padStart(32, '0')}`,
    authToken: 'twilio-demo-token',
    sender: FROM,
  },
  service: 'twilio',
  sends: 'POST /twilio/2010-04-01/Accounts',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 20429, 'Too Many Requests'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(400, 21211, `Invalid 'To' Phone Number`),
    optedOut: refusal(400, 21610, 'Attempt to send to unsubscribed recipient'),
    wrongKey: refusal(401, 20003, 'Authenticate'),
  },
  sign({ url, body }) {
    const fields = new URLSearchParams(body);
    const sorted = (all: Iterable<string>) => [...new Set(all)].toSorted((a, b) => Number(a > b) - Number(a < b));
    const signed = sorted(fields.keys()).flatMap((name) => sorted(fields.getAll(name)).map((value) => name + value));
    const text = url + signed.join('');
    return { 'x-twilio-signature': createHmac('sha1', 'twilio-demo-token').update(text, 'utf8').digest('base64') };
  },
  write: (world, text) => world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, text }),
  writeFile: (world, { base64, mime }) =>
    world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, media: { base64, mime } }),
  leave: (world) => world.control('POST', '/twilio/inbound', { from: `+${PERSON}`, to: FROM, text: 'STOP' }),
  async received(world) {
    type Message = { direction: string; to: string; body: string; isAutomatic: boolean };
    const { messages } = await world.control<{ messages: Message[] }>('GET', '/twilio');
    return messages
      .filter(({ direction, to, isAutomatic }) => direction === 'out' && to === `+${PERSON}` && !isAutomatic)
      .map(({ body }) => body);
  },
  report: (world, id, status) => world.control('POST', `/twilio/messages/${id}/status`, { status }),
};
