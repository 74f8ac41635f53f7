import { createHmac } from 'node:crypto';
import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

const refusal = (status: number, code: number, details: string) => ({
  status,
  body: { error: { message: `(#${code}) ${details}`, type: 'OAuthException', code, error_data: { details } } },
});

type Message = { direction: string; text: string; status: string };
async function messagesIn(world: SimulatedWorld): Promise<Message[]> {
  const { chats } = await world.control<{ chats: { phone: string; messages: Message[] }[] }>('GET', '/d360');
  return chats.filter(({ phone }) => phone === PERSON).flatMap(({ messages }) => messages);
}
const isRead = ({ direction, status }: Message) => direction === 'in' && status === 'read';

export const DIALOG360: Binding = {
  skips: {
    leaving: 'WhatsApp posts nothing when a person blocks a number.',
    refused_opt_out: 'Such a refusal stops marketing alone: delivery/opt-outs.test.ts.',
    late_file: 'The file is there before its message is posted.',
    own_phone: 'Its simulator has no WhatsApp Business app: channels/inbound.test.ts.',
  },
  connect: { kind: 'dialog360', title: 'WhatsApp', apiKey: 'd360-demo-key', phone: '+79990000001' },
  service: 'd360',
  sends: '/messages',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 130429, 'Rate limit hit'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(400, 131026, 'Message undeliverable'),
    optedOut: refusal(400, 131050, 'User has stopped marketing messages'),
    wrongKey: { status: 401, body: { meta: { success: false, http_code: 401, developer_message: 'Invalid api_key' } } },
    mediaTooLarge: refusal(400, 131053, 'Media upload error'),
    templateRefused: refusal(404, 132001, 'Template name does not exist'),
  },
  sign: ({ body }) => ({
    'x-360dialog-signature': createHmac('sha256', 'd360-demo-platform-secret').update(body).digest('hex'),
  }),
  write: (world, text) => world.control('POST', '/d360/inbound', { from: PERSON, text }),
  writeFile: (world, { base64, mime }) =>
    world.control('POST', '/d360/inbound', { from: PERSON, media: { type: mime.split('/')[0], base64, mime } }),
  received: async (world) => (await messagesIn(world)).flatMap((one) => (one.direction === 'out' ? [one.text] : [])),
  shownAsRead: async (world) => (await messagesIn(world)).filter(isRead).map(({ text }) => text),
  report: (world, id, status) => world.control('POST', '/d360/status', { id, status }),
};
