import { listChannels } from '#contract/channels/calls.ts';
import { getPairing, startPairing } from '#contract/channels/pairing.ts';
import { enterSignInCode, sendSignInCode } from '#contract/channels/pairing-sign-in.ts';
import type { Binding, PersonConnects } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

const PHONE = '+79990000131';

type Message = { id: string; chatId: number; by: string; text: string; status: string };
const messagesIn = async (world: SimulatedWorld) =>
  (await world.control<{ messages: Message[] }>('GET', '/greentg')).messages;

const join: PersonConnects['join'] = async ({ server, world, token }) => {
  const { channelId } = (await server.call(startPairing, { token, body: { kind: 'telegram_user' } })).body;
  const params = { channelId };
  await server.call(sendSignInCode, { token, params, body: { phone: PHONE } });
  const codeText = (await messagesIn(world)).findLast(({ by }) => by === 'telegram')?.text ?? '';
  await server.call(enterSignInCode, { token, params, body: { code: /\d{5}/.exec(codeText)?.[0] ?? '' } });
  for (const seconds of [1, 5]) {
    await world.passTime(seconds * 1_000);
    await server.clock.advance({ seconds });
    await server.call(getPairing, { token, params });
    await server.runJobs();
  }
  await world.passTime(5_000);
  await server.runJobs();
  const [channel] = (await server.call(listChannels, { token })).body.channels;
  if (channel?.state !== 'Authorized') throw new Error('The account was not connected');
  return channel;
};

const refusal = (status: number, message: string) => ({ status, body: { statusCode: status, message } });

export const TELEGRAM_USER: Binding = {
  skips: {
    refused_template: 'It has no templates.',
    leaving: 'Telegram does not report to an account who blocked it.',
  },
  connect: { kind: 'telegram_user', join },
  service: 'greentg',
  sends: 'POST /greentg/waInstance',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, seconds === null ? 'Too Many Requests' : `FLOOD_WAIT_${seconds}`),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(400, 'bad request data: PHONE_NOT_OCCUPIED'),
    optedOut: refusal(400, 'USER_IS_BLOCKED'),
    wrongKey: refusal(401, 'Unauthorized'),
    mediaTooLarge: refusal(400, 'Validation failed: the file is too large'),
  },
  write: (world, text) => world.control('POST', '/greentg/inbound', { from: PERSON, text }),
  writeFile: (world, file) => world.control('POST', '/greentg/inbound', { from: PERSON, file }),
  hasLateFiles: true,
  typeOnPhone: (world, text) => world.control('POST', '/greentg/own', { to: PERSON, text }),
  async received(world) {
    const { people } = await world.control<{ people: { phone: string; chatId: number }[] }>('GET', '/people');
    const chatId = people.find(({ phone }) => phone === PERSON)?.chatId;
    const messages = await messagesIn(world);
    return messages.filter((one) => one.by === 'api' && one.chatId === chatId).map(({ text }) => text);
  },
  shownAsRead: async (world) =>
    (await messagesIn(world)).flatMap((one) => (one.by === 'person' && one.status === 'read' ? [one.text] : [])),
  // Telegram reports no delivery.
  async report(world, providerMessageId, status) {
    const [chatId, id] = providerMessageId.split(':');
    if (status !== 'delivered') await world.control('POST', `/greentg/messages/${chatId}/${id}/status`, { status });
  },
};
