/** `new`: a person has not seen to it yet. */
export const FLOWER_ORDER_STATUSES = ['new', 'accepted', 'done', 'cancelled'] as const;
export const FLOWER_ORDER_WAYS = ['delivery', 'pickup'] as const;

export const MAX_DELIVERY_ZONES = 10;
export const MAX_CATALOGUE_ITEMS = 10_000;
export const LARGEST_CATALOGUE_MEGABYTES = 20;
export const CATALOGUE_EXTENSIONS = ['yml', 'xml', 'csv', 'xlsx'] as const;
/** Rows with a fault that are named; all are counted. */
export const MAX_CATALOGUE_FAULTS = 50;
/** Most minor units of a price. */
export const MAX_PRICE_MINOR = 1_000_000_000;
/** Minutes from an order to its delivery, at least: up to a week. */
export const READY_MINUTES = { max: 10_080, default: 120 } as const;

/**
 * Why a row of a catalogue is left out: it has no title; no price, one that cannot be read, or none above zero; a price
 * in another currency than the cabinet's; or an article that an earlier row has.
 */
export const CATALOGUE_FAULTS = ['no_title', 'no_price', 'wrong_price', 'other_currency', 'repeated'] as const;
export type CatalogueFaultReason = (typeof CATALOGUE_FAULTS)[number];
