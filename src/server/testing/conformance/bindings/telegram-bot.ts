import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';

const refusal = (status: number, description: string, parameters?: object) => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

export const TELEGRAM_BOT: Binding = {
  skips: {
    statuses: 'Bots get no statuses.',
    refused_template: 'It has no templates.',
    late_file: 'The file is there before its message is posted.',
    own_phone: 'A bot has no phone.',
    read_mark: 'Bots cannot mark messages as read.',
  },
  connect: { kind: 'telegram_bot', token: '700000001:DEMO-bot-token' },
  service: 'tg',
  sends: '/send',
  answers: {
    tooFast: (seconds) =>
      seconds === null
        ? refusal(429, 'Too Many Requests')
        : refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
    unknownRecipient: refusal(400, 'Bad Request: chat not found'),
    optedOut: refusal(403, 'Forbidden: bot was blocked by the user'),
    wrongKey: refusal(401, 'Unauthorized'),
    mediaTooLarge: refusal(400, 'Bad Request: wrong file identifier/HTTP URL specified'),
  },
  write: (world, text) => world.control('POST', '/tg/inbound', { from: PERSON, text }),
  writeFile: (world, { base64, mime }) =>
    world.control('POST', '/tg/inbound', {
      from: PERSON,
      [mime.startsWith('image/') ? 'photo' : 'voice']: { base64, mime },
    }),
  leave: (world) => world.control('POST', '/tg/block', { from: PERSON }),
  async received(world) {
    type Chat = { phone: string | null; messages: { direction: string; text: string | null }[] };
    const { chats } = await world.control<{ chats: Chat[] }>('GET', '/tg');
    return chats
      .filter(({ phone }) => phone === PERSON)
      .flatMap(({ messages }) => messages.filter(({ direction }) => direction === 'out').map(({ text }) => text ?? ''));
  },
};
