import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';

const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } });

export const MAX_BOT: Binding = {
  skips: {
    statuses: 'Bots get no statuses.',
    refused_template: 'It has no templates.',
    late_file: 'The file is there before its message is posted.',
    own_phone: 'A bot has no phone.',
    read_mark: 'Bots cannot mark messages as read.',
  },
  connect: { kind: 'max_bot', token: 'max-romashka-token' },
  service: 'max',
  sends: '/messages',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 'too.many.requests', 'Too many requests'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(404, 'dialog.not.found', 'Dialog not found'),
    optedOut: refusal(403, 'chat.denied', 'error.dialog.suspended'),
    wrongKey: refusal(401, 'verify.token', 'Invalid access_token'),
    mediaTooLarge: refusal(400, 'proto.payload', 'Image could not be loaded'),
  },
  write: (world, text) => world.control('POST', '/max/inbound', { from: PERSON, text }),
  writeFile: (world, { base64, mime, name }) =>
    world.control('POST', '/max/inbound', { from: PERSON, file: { base64, mime, name } }),
  leave: (world) => world.control('POST', '/max/stop', { from: PERSON }),
  async received(world) {
    type Message = { phone: string | null; direction: string; text: string };
    const { messages } = await world.control<{ messages: Message[] }>('GET', '/max');
    return messages.filter(({ phone, direction }) => phone === PERSON && direction === 'out').map(({ text }) => text);
  },
};
