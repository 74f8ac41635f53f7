import { z } from 'zod';
import { TenantId } from '#contract/tenants/ids.ts';
import { SlotId } from '#contract/waitlist/calls.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { visitCancelled, visitChanged, visitCreated, visitMoved, visitStatusChanged } from '#server/visits/jobs.ts';
import { isSwitchedOn } from './settings/settings-queries.ts';
import { hasOpenSlots } from './slots/slot-queries.ts';

const payload = z.object({ tenantId: TenantId, slotId: SlotId });

/** Offers the time of a cancelled or moved visit to others. */
export const freeSlotJob = defineSubscriber({
  name: 'waitlist.free-slot',
  on: [visitCancelled, visitMoved],
  isConcerned: isSwitchedOn,
});

/** Stops offering a slot whose visit takes place after all, or whose time another visit has taken. */
export const closeTakenJob = defineSubscriber({
  name: 'waitlist.close-taken',
  on: [visitCreated, visitMoved, visitChanged, visitStatusChanged],
  isConcerned: hasOpenSlots,
});

/** Asks the next contacts about a slot, and closes it when it is time. */
export const advanceSlotJob = defineJob({
  name: 'waitlist.advance-slot',
  payload,
  queue: ({ slotId }) => `slot:${slotId}`,
  key: ({ slotId }) => `slot-advance:${slotId}`,
});

/** Enters the winner's visit in the booking system. */
export const bookSlotJob = defineJob({
  name: 'waitlist.book-slot',
  payload: payload.extend({
    /** Failed calls to the booking system. */
    failures: z.int().default(0),
  }),
  key: ({ slotId }) => `slot-book:${slotId}`,
  keyMode: 'replace',
  priority: -2,
});
