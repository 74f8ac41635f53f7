import type { OfferedMailing } from '#contract/mailings/transfers.ts';
import { call } from '#web/lib/api/api.ts';
import type { Transfers } from '#web/senders/transfers/use-transfers.ts';

/** Offers of mailings to other cabinets. */
export const mailingTransfers: Transfers<OfferedMailing> = {
  room: 'mailings',
  list: async () => {
    const { offers, sent } = await call('GET /api/v1/distributions/transfers');
    return { offers: offers.map(({ mailings, ...offer }) => ({ ...offer, items: mailings })), sent };
  },
  send: (ids, to) => call('POST /api/v1/distributions/transfers', { body: { ...to, mailingIds: [...ids] } }),
  cancel: (transferId) => call('POST /api/v1/distributions/transfers/:transferId/cancel', { params: { transferId } }),
  accept: async (offerId) =>
    (await call('POST /api/v1/distributions/offers/:offerId/accept', { params: { offerId } })).mailingIds.length,
  decline: (offerId) => call('POST /api/v1/distributions/offers/:offerId/decline', { params: { offerId } }),
  describe: ({ variants, toFill }, t) => ({
    first: variants > 0 && t('transfers:mailings.variants', { count: variants }),
    toFill: toFill.map((what) =>
      t(what === 'audience' ? 'transfers:mailings.audience' : `attention:list.fill.${what}`),
    ),
  }),
};
