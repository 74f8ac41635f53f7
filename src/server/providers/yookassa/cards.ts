import { z } from 'zod';
import type { BankCard, CardResult, PaymentProvider } from '#server/billing/port.ts';
import type { Answer, Call } from '#server/platform/http/http-client.ts';
import { failureOf } from './refusals.ts';

/** A payment method, also as a part of a payment. */
export const MethodObject = z.object({
  id: z.string().min(1),
  saved: z.boolean().optional(),
  status: z.string().optional(),
  card: z.object({ last4: z.string().optional(), card_type: z.string().optional() }).nullish(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).nullish(),
});
type Method = z.output<typeof MethodObject>;
const Notification = z.object({
  type: z.literal('notification'),
  event: z.string().startsWith('payment_method.'),
  object: z.object({ id: z.string().min(1) }),
});

type Send = (request: Pick<Call, 'method' | 'json' | 'headers'> & { path: string }) => Promise<Answer>;

/** Binding of cards without a charge: `POST /payment_methods`, and reading it again. */
export function cardCalls(send: Send): Pick<PaymentProvider, 'bindCard' | 'readCard' | 'readCardNotification'> {
  return {
    bindCard: async ({ id, returnUrl }) =>
      understand(
        await send({
          method: 'POST',
          path: '/payment_methods',
          headers: { 'idempotence-key': id },
          json: { type: 'bank_card', confirmation: { type: 'redirect', return_url: returnUrl } },
        }),
      ),
    readCard: async (providerId) =>
      understand(await send({ method: 'GET', path: `/payment_methods/${encodeURIComponent(providerId)}` })),
    readCardNotification(body) {
      const read = Notification.safeParse(body).data?.object;
      return read ? { providerId: read.id } : null;
    },
  };
}

/** The card that was saved with a payment; null when the bank saved none. */
export const savedCardOf = (method: Method | null | undefined): BankCard | null =>
  method?.saved ? { ...cardOf(method), status: 'active' } : null;

function understand(answer: Answer): CardResult {
  if (answer.kind !== 'answered') return { kind: 'unknown', text: answer.reason };
  if (answer.status !== 200) return failureOf(answer);
  const read = MethodObject.safeParse(answer.json);
  return read.success
    ? { kind: 'card', card: cardOf(read.data) }
    : { kind: 'unknown', text: 'an answer of another shape' };
}

function cardOf(method: Method): BankCard {
  return {
    providerId: method.id,
    status: statusOf(method),
    brand: method.card?.card_type ?? null,
    lastDigits: method.card?.last4 ?? null,
    bindUrl: method.confirmation?.confirmation_url ?? null,
  };
}

function statusOf({ status }: Method): BankCard['status'] {
  if (status === 'active') return 'active';
  return status === 'pending' || status === undefined ? 'pending' : 'canceled';
}
