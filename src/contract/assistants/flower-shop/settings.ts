import { z } from 'zod';
import { HandoffDestination } from '#contract/assistants/destination.ts';
import { MAX_DELIVERY_ZONES, MAX_PRICE_MINOR, READY_MINUTES } from './values.ts';

const PriceMinor = z.int({ error: 'required' }).min(0, { error: 'range' }).max(MAX_PRICE_MINOR, { error: 'range' });

const DeliveryZone = z.object({
  /** As clients name it: "Centre", "Up to 5 km". */
  title: z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' }),
  /** In minor units of the cabinet's currency. */
  priceMinor: PriceMinor,
});

/** A flower shop that sells by the assistant: its catalogue is a file, which is no part of the settings. */
export const FlowerShopPlugin = z
  .object({
    /** Empty: nothing is delivered. */
    zones: z.array(DeliveryZone).max(MAX_DELIVERY_ZONES).default([]),
    /** Goods of at least this sum are delivered for nothing; null: none are. */
    freeFromMinor: PriceMinor.nullable().default(null),
    /** Empty: nothing is picked up. */
    pickupAddress: z.string().trim().max(300, { error: 'too_long' }).default(''),
    /** Minutes from midnight of the cabinet's zone between which orders are delivered and handed out, every day. */
    fromMinute: z.int().min(0).max(1_439).default(540),
    untilMinute: z.int().min(1).max(1_440).default(1_260),
    /** An order is ready so many minutes after it was placed, at the earliest. */
    readyMinutes: z
      .int()
      .min(0, { error: 'range' })
      .max(READY_MINUTES.max, { error: 'range' })
      .default(READY_MINUTES.default),
    /** The destination of notices of orders; null: members see it among the orders alone. */
    to: HandoffDestination.nullable().default(null),
  })
  .superRefine(({ zones, pickupAddress, fromMinute, untilMinute }, { addIssue }) => {
    if (zones.length === 0 && pickupAddress === '')
      addIssue({ code: 'custom', path: ['pickupAddress'], message: 'required' });
    if (fromMinute >= untilMinute) addIssue({ code: 'custom', path: ['untilMinute'], message: 'range' });
    for (const [at, { title }] of zones.entries())
      if (zones.findIndex((one) => one.title.toLowerCase() === title.toLowerCase()) !== at)
        addIssue({ code: 'custom', path: ['zones', at, 'title'], message: 'repeated' });
  });
export type FlowerShopPlugin = z.infer<typeof FlowerShopPlugin>;
