import { z } from 'zod';
import { OFFERED_MESSAGE, offerOf, transferCalls } from '#contract/senders/transfers.ts';
import { idsOf } from '#contract/senders/wire.ts';
import { FlowKind } from './calls.ts';
import { FlowToFill } from './to-fill.ts';
import { FLOW_WIRE } from './wire.ts';

/** One flow of an offer, as it would be imported. */
export const OfferedFlow = z.object({
  title: z.string(),
  kind: FlowKind,
  ...OFFERED_MESSAGE,
  /** Settings that must be chosen again. */
  toFill: z.array(FlowToFill),
});

export type OfferedFlow = z.infer<typeof OfferedFlow>;

/** Flows that another cabinet's owner offers to this one. */
export const FlowOffer = offerOf(FLOW_WIRE, OfferedFlow);
export type FlowOffer = z.infer<typeof FlowOffer>;

/** Flows arrive paused and in test mode; settings bound to the sender's cabinet are named in their `toFill`. */
export const {
  list: listTransfers,
  send: sendFlows,
  cancel: cancelTransfer,
  accept: acceptOffer,
  decline: declineOffer,
} = transferCalls(FLOW_WIRE, {
  ids: idsOf(FLOW_WIRE),
  offer: FlowOffer,
  summaries: {
    list: 'Open offers from other cabinets, and what this one sent in the last 30 days; at most 50 of each.',
    cancel: 'Takes an offer back that nobody has accepted yet.',
    accept: 'Takes what another cabinet offers.',
    decline: 'Declines what another cabinet offers.',
  },
});
