import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitId, VisitStatus } from '#contract/visits/calls.ts';
import { branchZoneChanged } from '#server/connections/jobs.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import { cardMoved } from '#server/contacts/jobs.ts';
import { defineEvent, defineSubscriber } from '#server/platform/events/events.ts';
import { defineTransactionEvent } from '#server/platform/events/transaction-events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reads masters and services of a branch after they changed. Several changes in a row are read once. */
export const readCatalogueJob = defineJob({
  name: 'visits.read-catalogue',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: () => 'booking-catalogues',
  key: ({ branchId }) => `read-catalogue:${branchId}`,
  keyMode: 'replace',
  priority: 5,
});

/** Reads the cards of clients who became contacts by a record: facts that records do not contain. */
export const readNewClientsJob = defineJob({
  name: 'visits.read-new-clients',
  payload: z.object({ tenantId: TenantId, branchId: BranchId, externalIds: z.array(z.string()).min(1) }),
  queue: () => 'booking-catalogues',
  priority: 2,
});

/** Emitted when visits that contacts held are added, removed or changed in any way, or have begun; in the transaction of the change. */
export const visitSumsChanged = defineTransactionEvent<{ contactIds: readonly ContactId[] }>('visits.sums_changed');

const Moment = z.iso.datetime();

/** Reads the cards of a branch's clients, one page per run: facts that records do not contain. */
export const readClientsJob = defineJob({
  name: 'visits.read-clients',
  payload: z.object({
    tenantId: TenantId,
    branchId: BranchId,
    page: z.int().min(1),
    /** Limits to cards changed since; null: all. */
    changedAfter: Moment.nullable().default(null),
    /** When the first page was requested. */
    startedAt: Moment.optional(),
  }),
  queue: () => 'booking-catalogues',
  key: ({ branchId, changedAfter }) => `read-${changedAfter === null ? 'all' : 'changed'}-clients:${branchId}`,
  keyMode: 'replace',
  priority: 6,
});

/** Moves visits to the contact their card belongs to now. */
export const followCardJob = defineSubscriber({ name: 'visits.follow-card', on: [cardMoved], priority: -2 });

/** Counts the days of a branch again when its zone has changed. */
export const recountDaysJob = defineSubscriber({ name: 'visits.recount-days', on: [branchZoneChanged], priority: 5 });

const VisitPart = z.enum(['master', 'services', 'contact', 'branch']);

/** Number of the visit's change; 0 for changes made before they were counted. */
const Version = z.int().default(0);
/**
 * Booking details before the change, so that the earlier visit can be reconstructed. Absent where none of them
 * changed.
 */
export const BookingBefore = z
  .object({ masterId: z.uuid().nullable(), serviceIds: z.array(z.uuid()), serviceTitles: z.array(z.string()) })
  .optional();

/** Emitted for a visit booked after we began to read its branch. */
export const visitCreated = defineEvent({ name: 'visit.created', facts: z.object({}) });

/**
 * Emitted for visits that were booked or changed before we began to read their branch: upcoming ones get reminders,
 * but no event is emitted for them individually.
 */
export const visitsImported = defineEvent({
  name: 'visits.imported',
  facts: z.object({ branchId: BranchId, visitIds: z.array(VisitId) }),
});

/** Emitted when the start changes. Other changes at the same time are included and not emitted again. */
export const visitMoved = defineEvent({
  name: 'visit.moved',
  facts: z.object({
    from: Moment,
    to: Moment,
    timeVersion: z.int(),
    alsoChanged: z.array(VisitPart),
    before: BookingBefore,
    version: Version,
  }),
});

/** Emitted when something the contact would notice changes and the start does not. */
export const visitChanged = defineEvent({
  name: 'visit.changed',
  facts: z.object({ changed: z.array(VisitPart), before: BookingBefore, version: Version }),
});

export const visitCancelled = defineEvent({
  name: 'visit.cancelled',
  facts: z.object({ from: VisitStatus, version: Version }),
});

/**
 * Emitted when a visit is confirmed, arrived, missed, or restored from a cancellation; never for `cancelled`. `word`:
 * the
 * booking system's status text where the status is unknown.
 */
export const visitStatusChanged = defineEvent({
  name: 'visit.status_changed',
  facts: z.object({ from: VisitStatus, to: VisitStatus, word: z.string().optional(), version: Version }),
});

/** Emitted when the price of a completed visit changes. Minor units. */
export const visitPriced = defineEvent({
  name: 'visit.priced',
  facts: z.object({ fromMinor: z.int(), toMinor: z.int() }),
});
