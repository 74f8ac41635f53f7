import type { Binding } from '#server/testing/conformance/binding.ts';
import { WHATSAPP_QR } from './whatsapp-qr.ts';

const refusal = (status: number, error: string, message: string) => ({
  status,
  body: { status, error, response: { message: [message] } },
});

/** The same phones behind a gateway that speaks Evolution API's dialect. */
export const WHATSAPP_QR_EVOLUTION: Binding = {
  ...WHATSAPP_QR,
  service: 'evolution',
  sends: '/message/send',
  answers: {
    tooFast: (seconds) => ({
      ...refusal(429, 'Too Many Requests', 'Rate limit exceeded'),
      ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
    }),
    unknownRecipient: refusal(
      400,
      'Bad Request',
      '{"jid":"79160000001@s.whatsapp.net","exists":false,"number":"79160000001"}',
    ),
    wrongKey: refusal(401, 'Unauthorized', 'Unauthorized'),
    mediaTooLarge: refusal(400, 'Bad Request', 'The file is too large'),
  },
};
