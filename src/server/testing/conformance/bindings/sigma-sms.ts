import type { Binding } from '#server/testing/conformance/binding.ts';
import { PERSON } from '#server/testing/conformance/binding.ts';

const refusal = (status: number, message: string) => ({ status, body: { error: 'error', message } });

/** It posts nothing, so there is neither `write` nor `report`. A token is not renewed, as a login is. */
export const SIGMA_SMS: Binding = {
  skips: {
    statuses: 'Statuses are requested and not posted: delivery/polling.test.ts.',
    taken_webhook: 'It has no webhook.',
    refused_attachment: 'It carries no attachments: a picture becomes a link.',
    refused_template: 'It has no templates.',
    leaving: 'Nobody can answer to a sender name.',
    file: 'Nobody can answer to a sender name.',
    late_file: 'Nobody can answer to a sender name.',
    large_file: 'Nobody can answer to a sender name.',
    script: 'Nobody can answer to a sender name.',
    own_phone: 'A sender name has no phone.',
    read_mark: 'Nobody can answer to a sender name.',
    repeated_webhook: 'It has no webhook.',
  },
  connect: { kind: 'sigma_sms', password: 'sigma-romashka-token', sender: 'ROMASHKA' },
  service: 'sigma',
  sends: 'POST /sigma/api/sendings',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 'Слишком много запросов'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(400, 'Неверный номер получателя'),
    optedOut: refusal(400, 'Получатель отписался'),
    wrongKey: refusal(401, 'Unauthorized'),
  },
  async received(world) {
    type Sending = { recipient: string; text: string };
    const { sendings } = await world.control<{ sendings: Sending[] }>('GET', '/sigma');
    return sendings.filter(({ recipient }) => recipient === `+${PERSON}`).map(({ text }) => text);
  },
};
