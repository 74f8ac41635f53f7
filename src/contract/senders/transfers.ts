import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { Instant } from '#contract/primitives.ts';
import { pathOf, type SenderWire } from './wire.ts';

export const TransferId = z.uuid().brand<'TransferId'>();
export type TransferId = z.infer<typeof TransferId>;

/** `copy` leaves what is sent in its cabinet; `move` deletes it there after acceptance. */
export const TransferKind = z.enum(['copy', 'move']);
export type TransferKind = z.infer<typeof TransferKind>;

/** Flows or mailings that an owner offered to another cabinet's owner. The reply is the same whether that person exists or not. */
export const SentTransfer = z.object({
  id: TransferId,
  kind: TransferKind,
  email: z.string(),
  titles: z.array(z.string()),
  state: z.enum(['pending', 'accepted', 'cancelled', 'expired']),
  createdAt: Instant,
  expiresAt: Instant,
});
export type SentTransfer = z.infer<typeof SentTransfer>;

/** To whom something is offered, and how. */
export const TransferTo = z.object({
  kind: TransferKind,
  email: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .toLowerCase()
    .min(1, { error: 'required' })
    .max(254, { error: 'too_long' })
    .pipe(z.email({ error: 'email' })),
});

/** The message of an offered sender, as it would be imported. */
export const OFFERED_MESSAGE = {
  text: z.string(),
  languages: z.array(z.string()),
  buttonTitles: z.array(z.string()),
  hasImage: z.boolean(),
};

/** Senders of one kind that another cabinet's owner offers to this one. */
export function offerOf<Wire extends SenderWire, Offered extends z.ZodType>({ many }: Wire, offered: Offered) {
  return z.object({
    id: TransferId,
    kind: TransferKind,
    fromName: z.string(),
    fromEmail: z.string(),
    ...({ [many]: z.array(offered) } as { [Name in Wire['many']]: z.ZodArray<Offered> }),
    createdAt: Instant,
    expiresAt: Instant,
  });
}

type Summaries = Record<'list' | 'cancel' | 'accept' | 'decline', string>;

/**
 * The calls by which senders of one kind are copied or handed over to another cabinet. The reply to an offer is the same whether the
 * e-mail belongs to a member or not; the receiver has 14 days, and a declined offer stands for the sender until it expires.
 */
export function transferCalls<const Wire extends SenderWire, Ids extends z.ZodType, Offer extends z.ZodType>(
  wire: Wire,
  { ids, offer, summaries }: { ids: Ids; offer: Offer; summaries: Summaries },
) {
  const { id, many, problem } = wire;
  const idsAs = <Schema extends z.ZodType>(schema: Schema) =>
    ({ [`${id}s`]: schema }) as { [Name in `${Wire['id']}s`]: Schema };
  return {
    list: endpoint({
      method: 'GET',
      path: pathOf(wire, '/transfers'),
      access: 'member',
      summary: summaries.list,
      reply: z.object({ offers: z.array(offer), sent: z.array(SentTransfer) }),
    }),
    send: endpoint({
      method: 'POST',
      path: pathOf(wire, '/transfers'),
      access: 'owner',
      summary: `Offers ${many} to the owner of another cabinet.`,
      takesIdempotencyKey: true,
      body: TransferTo.extend(idsAs(ids)),
      reply: SentTransfer,
      problems: [`${problem}.not_found`, 'flow.transfers_open', 'flow.own_cabinet'],
      ratePerMinute: 20,
    }),
    cancel: endpoint({
      method: 'POST',
      path: pathOf(wire, '/transfers/:transferId/cancel'),
      access: 'owner',
      summary: summaries.cancel,
      params: z.object({ transferId: TransferId }),
      problems: OVER,
    }),
    accept: endpoint({
      method: 'POST',
      path: pathOf(wire, '/offers/:offerId/accept'),
      access: 'owner',
      summary: summaries.accept,
      takesIdempotencyKey: true,
      params: OfferParams,
      reply: z.object(idsAs(z.array<Wire['Id']>(wire.Id))),
      problems: OVER,
    }),
    decline: endpoint({
      method: 'POST',
      path: pathOf(wire, '/offers/:offerId/decline'),
      access: 'owner',
      summary: summaries.decline,
      params: OfferParams,
      problems: OVER,
    }),
  };
}

const OfferParams = z.object({ offerId: TransferId });
const OVER = ['flow_transfer.not_found', 'flow_transfer.over'] as const;
