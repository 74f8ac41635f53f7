import type { OfferedFlow } from '#contract/flows/transfers.ts';
import { call } from '#web/lib/api/api.ts';
import { kindWord } from '#web/lib/format/flow-kind-words.ts';
import type { Transfers } from '#web/senders/transfers/use-transfers.ts';

/** Offers of flows to other cabinets. */
export const flowTransfers: Transfers<OfferedFlow> = {
  room: 'flows',
  list: async () => {
    const { offers, sent } = await call('GET /api/v1/flows/transfers');
    return { offers: offers.map(({ flows, ...offer }) => ({ ...offer, items: flows })), sent };
  },
  send: (flowIds, to) => call('POST /api/v1/flows/transfers', { body: { ...to, flowIds: [...flowIds] } }),
  cancel: (transferId) => call('POST /api/v1/flows/transfers/:transferId/cancel', { params: { transferId } }),
  accept: async (offerId) =>
    (await call('POST /api/v1/flows/offers/:offerId/accept', { params: { offerId } })).flowIds.length,
  decline: (offerId) => call('POST /api/v1/flows/offers/:offerId/decline', { params: { offerId } }),
  describe: ({ kind, toFill }, t) => ({
    first: kindWord(kind, t),
    toFill: toFill.map((what) => t(`attention:list.fill.${what}`)),
  }),
};
