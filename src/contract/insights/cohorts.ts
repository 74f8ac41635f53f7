import { z } from 'zod';
import { Segment } from '#contract/audiences/segments.ts';
import { LONGEST_SEGMENT_TITLE } from '#contract/audiences/values.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Instant, Money, PageQuery, pageOf } from '#contract/primitives.ts';
import { MasterId, ServiceId } from '#contract/visits/calls.ts';
import { COHORT_MONTHS, FIRST_SOURCES, RETURN_STATES } from './values.ts';

/** Month as `2026-11`. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'unknown' });

/** Parts of the first purchase; absent: any. */
const CohortFilter = {
  branchId: BranchId.optional(),
  masterId: MasterId.optional(),
  serviceId: ServiceId.optional(),
  /** How the first visit was booked; orders are `online`. */
  source: z.enum(FIRST_SOURCES).optional(),
};

/** Whether the figures contain every change. */
const Freshness = z.object({
  asOf: Instant,
  /** Clients whose changes are being counted. */
  waiting: z.int(),
});

export const CohortCell = z.object({
  /** Months after the first purchase; 0 is its month. */
  offset: z.int(),
  people: z.int(),
  visits: z.int(),
  spentMinor: z.int(),
});

/** Clients whose first purchase was in one month. */
export const Cohort = z.object({ month: Month, people: z.int(), cells: z.array(CohortCell) });
export type Cohort = z.infer<typeof Cohort>;

export const getCohorts = endpoint({
  method: 'GET',
  path: '/api/v1/insights/cohorts',
  access: 'member',
  summary: 'Clients by the month of their first purchase, with those who came again in each later month.',
  query: z.object({ months: z.coerce.number().pipe(z.literal(COHORT_MONTHS)).default(12), ...CohortFilter }),
  reply: Freshness.extend({
    /** The currency of the money; purchases in others are left out. */
    currency: z.string(),
    /** Newest last; months without new clients have none. */
    cohorts: z.array(Cohort),
    masters: z.array(z.object({ id: MasterId, name: z.string() })),
    services: z.array(z.object({ id: ServiceId, title: z.string() })),
  }),
});
export type Cohorts = z.infer<typeof getCohorts.reply>;

/** `came`: those who came in the month of the cell · `away`: the others of the cohort. */
const CellQuery = {
  month: Month,
  offset: z.coerce.number().int().min(0).max(120),
  group: z.enum(['came', 'away']).default('came'),
  ...CohortFilter,
};

export const CohortPerson = z.object({
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  visits: z.int(),
  spent: Money,
  lastDay: z.iso.date(),
});
export type CohortPerson = z.infer<typeof CohortPerson>;

export const listCohortPeople = endpoint({
  method: 'GET',
  path: '/api/v1/insights/cohorts/people',
  access: 'member',
  summary: 'Clients of a cell of the cohorts, those who were here last first.',
  query: PageQuery.extend(CellQuery),
  reply: pageOf(CohortPerson),
});

const SegmentTitle = z
  .string()
  .overwrite(onOneLine)
  .min(1, { error: 'required' })
  .max(LONGEST_SEGMENT_TITLE, { error: 'too_long' });

export const saveCohortSegment = endpoint({
  method: 'POST',
  path: '/api/v1/insights/cohorts/segment',
  access: 'member',
  summary: 'Saves the clients of a cell as a frozen segment.',
  takesIdempotencyKey: true,
  body: z.object({ title: SegmentTitle, ...CellQuery, offset: z.int().min(0).max(120) }),
  reply: Segment,
});

/**
 * `late`: past 1.5 of the usual interval, without a booking ahead · `lost`: past 3 · `on_time`: neither · `returned`: came in the
 * last 30 days after they were late or lost.
 */
export const ReturnState = z.enum(RETURN_STATES);
export type ReturnState = z.infer<typeof ReturnState>;

const LateFilter = { state: ReturnState.default('late'), branchId: BranchId.optional(), masterId: MasterId.optional() };

export const LateClient = CohortPerson.extend({
  daysSince: z.int(),
  /** The client's usual interval in days; that of the business where theirs is not known. */
  usualDays: z.int(),
  isOwnInterval: z.boolean(),
  masterName: z.string().nullable(),
});
export type LateClient = z.infer<typeof LateClient>;

export const listLateClients = endpoint({
  method: 'GET',
  path: '/api/v1/insights/late',
  access: 'member',
  summary: 'Clients who are late, lost, on time or came back, those who spent most first.',
  query: PageQuery.extend(LateFilter),
  reply: pageOf(LateClient),
});

export const saveLateSegment = endpoint({
  method: 'POST',
  path: '/api/v1/insights/late/segment',
  access: 'member',
  summary: 'Saves the clients of a state as a frozen segment.',
  takesIdempotencyKey: true,
  body: z.object({ title: SegmentTitle, ...LateFilter }),
  reply: Segment,
});

const Forecast = z.object({ month: Month, expected: z.int(), from: z.int(), to: z.int() });

export const getReturns = endpoint({
  method: 'GET',
  path: '/api/v1/insights/returns',
  access: 'member',
  summary: 'How many clients are on time, late and lost, who came back after a message, and what next month may bring.',
  query: z.object({ branchId: BranchId.optional() }),
  reply: Freshness.extend({
    onTime: z.int(),
    late: z.int(),
    lost: z.int(),
    /** The usual interval of the business in days; null: too few clients came three times. */
    usualDays: z.int().nullable(),
    /** Clients who were late or lost and came in the last 30 days: after a message within 14 days, and without one. */
    returned: z.object({ afterMessage: z.int(), byThemselves: z.int() }),
    masters: z.array(
      z.object({ id: MasterId, name: z.string(), branchTitle: z.string(), late: z.int(), lost: z.int() }),
    ),
    /** Visits of next month by the last 8 weeks; null: three full months are not known yet. */
    forecast: Forecast.nullable(),
    /** The same method applied to the last three full months, with the visits that came. */
    past: z.array(Forecast.extend({ actual: z.int() })),
  }),
});
export type Returns = z.infer<typeof getReturns.reply>;
