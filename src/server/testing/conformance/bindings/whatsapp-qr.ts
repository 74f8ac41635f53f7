import type { Binding, PersonFile } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import { linkedPhones, ROMASHKA } from '#server/testing/world/linked-phone.ts';

const refusal = (status: number, message: string) => ({ status, body: { statusCode: status, message } });

const kindOf = ({ mime }: PersonFile) => {
  const [family] = mime.split('/');
  return family === 'image' || family === 'audio' ? family : 'document';
};

type Message = { direction: string; text: string; status: string };
async function messagesIn(world: SimulatedWorld): Promise<Message[]> {
  const { chats } = await world.control<{ chats: { phone: string; messages: Message[] }[] }>('GET', '/whatsapp');
  return chats.filter(({ phone }) => phone === PERSON).flatMap(({ messages }) => messages);
}
const isRead = ({ direction, status }: Message) => direction === 'in' && status === 'read';

export const WHATSAPP_QR: Binding = {
  skips: {
    refused_template: 'It has no templates.',
    leaving: 'WhatsApp posts nothing when a person blocks a number.',
    refused_opt_out: 'WhatsApp accepts messages to a person who blocked the number.',
  },
  connect: { kind: 'whatsapp_qr', join: ({ server, world, token }) => linkedPhones(server, world).link(token) },
  service: 'greenapi',
  sends: '/send',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 'Too Many Requests'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(400, "Validation failed. Details: 'chatId' is not valid"),
    wrongKey: refusal(401, 'Unauthorized'),
    mediaTooLarge: refusal(400, 'The file is too large'),
  },
  write: (world, text) => world.control('POST', '/whatsapp/inbound', { number: ROMASHKA, from: PERSON, text }),
  writeFile: (world, file) =>
    world.control('POST', '/whatsapp/inbound', {
      number: ROMASHKA,
      from: PERSON,
      media: { kind: kindOf(file), ...file },
    }),
  hasLateFiles: true,
  typeOnPhone: (world, text) => world.control('POST', '/whatsapp/own', { number: ROMASHKA, to: PERSON, text }),
  received: async (world) => (await messagesIn(world)).flatMap((one) => (one.direction === 'out' ? [one.text] : [])),
  shownAsRead: async (world) => (await messagesIn(world)).filter(isRead).map(({ text }) => text),
  report: (world, id, status) => world.control('POST', `/whatsapp/messages/${id}/status`, { status }),
};
