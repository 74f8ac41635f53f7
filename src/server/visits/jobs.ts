import { z } from 'zod';
import { BranchId } from '#contract/connections.ts';
import { TenantId } from '#contract/tenants.ts';
import { VisitId, VisitStatus } from '#contract/visits.ts';
import { defineEvent, EventPayload } from '#server/platform/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Masters and services of a branch are not what they were. Several changes in a row are read once. */
export const readCatalogueJob = defineJob({
  name: 'visits.read-catalogue',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: () => 'booking-catalogues',
  key: ({ branchId }) => `read-catalogue:${branchId}`,
  keyMode: 'replace',
  priority: 5,
});

/** Reads the cards of clients who came to be ours with a record: what records do not say of them. */
export const readNewClientsJob = defineJob({
  name: 'visits.read-new-clients',
  payload: z.object({ tenantId: TenantId, branchId: BranchId, externalIds: z.array(z.string()).min(1) }),
  queue: () => 'booking-catalogues',
  priority: 2,
});

const Moment = z.iso.datetime();

/** Reads the cards of a branch's clients, a page a run: what records do not say of them. */
export const readClientsJob = defineJob({
  name: 'visits.read-clients',
  payload: z.object({
    tenantId: TenantId,
    branchId: BranchId,
    page: z.int().min(1),
    /** Only those changed since; null: all. */
    changedAfter: Moment.nullable().default(null),
    /** When its first page was asked for. */
    startedAt: Moment.optional(),
  }),
  queue: () => 'booking-catalogues',
  key: ({ branchId, changedAfter }) => `read-${changedAfter === null ? 'all' : 'changed'}-clients:${branchId}`,
  keyMode: 'replace',
  priority: 6,
});

/** A card is another contact's now: what is booked under it is hers. */
export const followCardJob = defineJob({ name: 'visits.follow-card', payload: EventPayload, priority: -2 });

const VisitPart = z.enum(['master', 'services', 'contact', 'branch']);

/** The how many-th change of the visit it is; 0 of what happened before changes were counted. */
const Version = z.int().default(0);
/** What was booked before it changed: so that a visit can be looked at as it was. Left out where none of it did. */
const Before = z
  .object({ masterId: z.uuid().nullable(), serviceIds: z.array(z.uuid()), serviceTitles: z.array(z.string()) })
  .optional();

/** Booked after we began to read its branch. */
export const visitCreated = defineEvent({ name: 'visit.created', facts: z.object({}) });

/**
 * Visits became known that were booked, or changed, before we began to read their branch: they lie ahead and want
 * their reminders, but nothing "just happened" to them.
 */
export const visitsImported = defineEvent({
  name: 'visits.imported',
  facts: z.object({ branchId: BranchId, visitIds: z.array(VisitId) }),
});

/** Its start is another. What else changed with it is told here and not again. */
export const visitMoved = defineEvent({
  name: 'visit.moved',
  facts: z.object({
    from: Moment,
    to: Moment,
    timeVersion: z.int(),
    alsoChanged: z.array(VisitPart),
    before: Before,
    version: Version,
  }),
});

/** Something the customer would notice changed, at the same time as before. */
export const visitChanged = defineEvent({
  name: 'visit.changed',
  facts: z.object({ changed: z.array(VisitPart), before: Before, version: Version }),
});

export const visitCancelled = defineEvent({
  name: 'visit.cancelled',
  facts: z.object({ from: VisitStatus, version: Version }),
});

/**
 * Confirmed, arrived, missed, or taken back from a cancellation; never to `cancelled`. `word`: the booking system's own,
 * of a status that is unknown.
 */
export const visitStatusChanged = defineEvent({
  name: 'visit.status_changed',
  facts: z.object({ from: VisitStatus, to: VisitStatus, word: z.string().optional(), version: Version }),
});

/** What a visit that was held has cost is another now. Minor units. */
export const visitPriced = defineEvent({
  name: 'visit.priced',
  facts: z.object({ fromMinor: z.int(), toMinor: z.int() }),
});
