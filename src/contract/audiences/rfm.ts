import { z } from 'zod';
import { Segment } from './segments.ts';
import { RfmDashboardId, RfmGroupKey } from './rfm-ids.ts';
import { LONGEST_RFM_TITLE, LONGEST_SEGMENT_TITLE, RFM_MONTHS, RFM_MOVE_DAYS } from './values.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Day, Instant, Money, PageQuery, pageOf } from '#contract/primitives.ts';
import { ServiceId } from '#contract/visits/calls.ts';

const intervals = (least: number) => z.number().min(least).max(100);

/** Bounds of the groups. */
export const RfmThresholds = z
  .object({
    /** The interval in days of clients whose own is not known. */
    usualDays: z.int().min(1).max(1_000),
    /** Intervals since the last visit after which a client is late, sleeping and lost. */
    lateFrom: intervals(1),
    sleepingFrom: intervals(1.1),
    lostFrom: intervals(1.2),
    /** Visits in the months of the dashboard from which a client comes often. */
    oftenFrom: z.int().min(3).max(1_000),
    /** Money in these months from which a client pays well, in the business's currency. */
    paysWellFromMinor: z.int().min(0),
  })
  .refine(({ lateFrom, sleepingFrom }) => lateFrom < sleepingFrom, { path: ['sleepingFrom'], error: 'range' })
  .refine(({ sleepingFrom, lostFrom }) => sleepingFrom < lostFrom, { path: ['lostFrom'], error: 'range' });
export type RfmThresholds = z.infer<typeof RfmThresholds>;

const Title = z.string().overwrite(onOneLine).min(1, { error: 'required' });

/** Settings of a dashboard; purchases of other branches and services do not count. */
const RFM_SETTINGS = {
  title: Title.max(LONGEST_RFM_TITLE, { error: 'too_long' }),
  branchId: BranchId.nullable().default(null),
  /** Empty: all. A visit with one of them counts as a whole. */
  serviceIds: z.array(ServiceId).max(50).default([]),
  /** A category of services; null: all. */
  categoryTitle: z.string().max(200).nullable().default(null),
  /** Months whose visits and money are summed; null: all time. */
  months: z.literal(RFM_MONTHS).default(12),
};

export const RfmDashboard = z.object({
  id: RfmDashboardId,
  title: z.string(),
  branchId: BranchId.nullable(),
  serviceIds: z.array(ServiceId),
  categoryTitle: z.string().nullable(),
  months: z.literal(RFM_MONTHS),
  /** Null: there are too few clients. */
  thresholds: RfmThresholds.nullable(),
  /** Null while the history of the business is still read: groups are shown, and no moves are recorded. */
  formedAt: Instant.nullable(),
  /** While all clients are counted again: how many were, of how many. */
  counting: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Clients when they were last counted as a whole. */
  clients: z.int(),
});
export type RfmDashboard = z.infer<typeof RfmDashboard>;

const Freshness = z.object({
  asOf: Instant,
  /** Clients whose changes are being counted. */
  waiting: z.int(),
});

export const OfRfmDashboard = z.object({ dashboardId: RfmDashboardId });

export const listRfm = endpoint({
  method: 'GET',
  path: '/api/v1/insights/rfm',
  access: 'member',
  summary: 'Dashboards of client groups, the usual one first.',
  reply: Freshness.extend({
    dashboards: z.array(RfmDashboard),
    /** Clients of the business who bought something. */
    clients: z.int(),
  }),
});

export const createRfm = endpoint({
  method: 'POST',
  path: '/api/v1/insights/rfm',
  access: 'member',
  summary: 'Creates a dashboard of client groups; its clients are counted in the background.',
  takesIdempotencyKey: true,
  body: z.object(RFM_SETTINGS),
  reply: RfmDashboard,
  problems: ['rfm.full', 'rfm.unknown_choice'],
});

const Scale = (levels: number) => z.int().min(1).max(levels);

/** A cell of the grid: recency 1 on time, 2 late, 3 sleeping, 4 lost · frequency 1 seldom, 2 sometimes, 3 often. */
export const RfmCell = z.object({ recency: Scale(4), frequency: Scale(3), people: z.int(), spentMinor: z.int() });
export type RfmCell = z.infer<typeof RfmCell>;

export const RfmGroupSum = z.object({ group: RfmGroupKey, people: z.int(), spentMinor: z.int() });
export type RfmGroupSum = z.infer<typeof RfmGroupSum>;

export const getRfm = endpoint({
  method: 'GET',
  path: '/api/v1/insights/rfm/:dashboardId',
  access: 'member',
  summary: 'Clients of a dashboard by how lately and how often they come, and by group.',
  params: OfRfmDashboard,
  reply: Freshness.extend({
    dashboard: RfmDashboard,
    /** The currency of the money; purchases in others are left out. */
    currency: z.string(),
    people: z.int(),
    /** Cells with people. */
    cells: z.array(RfmCell),
    /** All groups in their order. */
    groups: z.array(RfmGroupSum),
  }),
  problems: ['rfm.not_found'],
});
export type Rfm = z.infer<typeof getRfm.reply>;

export const saveRfm = endpoint({
  method: 'PUT',
  path: '/api/v1/insights/rfm/:dashboardId',
  access: 'member',
  summary: 'Changes what a dashboard is about and its bounds; its clients are counted again in the background.',
  params: OfRfmDashboard,
  /** Without thresholds they stay as they are. */
  body: z.object({ ...RFM_SETTINGS, thresholds: RfmThresholds.optional() }),
  reply: RfmDashboard,
  problems: ['rfm.not_found', 'rfm.forming', 'rfm.unknown_choice'],
});

export const deleteRfm = endpoint({
  method: 'DELETE',
  path: '/api/v1/insights/rfm/:dashboardId',
  access: 'member',
  summary: 'Deletes a dashboard that no segment and no flow uses.',
  params: OfRfmDashboard,
  problems: ['rfm.not_found', 'rfm.in_use'],
});

export const suggestRfm = endpoint({
  method: 'GET',
  path: '/api/v1/insights/rfm/:dashboardId/suggestion',
  access: 'member',
  summary: 'Bounds that fit the clients of a dashboard as they are now.',
  params: OfRfmDashboard,
  /** Null: there are too few clients. */
  reply: z.object({ thresholds: RfmThresholds.nullable() }),
  problems: ['rfm.not_found'],
});

export const previewRfm = endpoint({
  method: 'POST',
  path: '/api/v1/insights/rfm/:dashboardId/preview',
  access: 'member',
  summary: 'How many clients other bounds would move, and how large the groups would be.',
  params: OfRfmDashboard,
  body: z.object({ thresholds: RfmThresholds }),
  reply: z.object({
    moved: z.int(),
    groups: z.array(z.object({ group: RfmGroupKey, before: z.int(), after: z.int() })),
  }),
  problems: ['rfm.not_found'],
});

/** Clients of a group, of a cell, or who moved from one group to another; the given parts must all hold. */
const RFM_PEOPLE = {
  group: RfmGroupKey.optional(),
  recency: z.coerce.number().pipe(Scale(4)).optional(),
  frequency: z.coerce.number().pipe(Scale(3)).optional(),
  /** The group so many days ago; `none`: not a client yet. */
  from: RfmGroupKey.or(z.literal('none')).optional(),
  days: z.coerce.number().pipe(z.literal(RFM_MOVE_DAYS)).default(30),
};

export const RfmPerson = z.object({
  contactId: ContactId,
  contactName: z.string(),
  phone: z.string().nullable(),
  group: RfmGroupKey,
  /** When they came into the group. */
  since: Instant,
  visits: z.int(),
  spent: Money,
  lastDay: z.iso.date(),
});
export type RfmPerson = z.infer<typeof RfmPerson>;

export const listRfmPeople = endpoint({
  method: 'GET',
  path: '/api/v1/insights/rfm/:dashboardId/people',
  access: 'member',
  summary: 'Clients behind a number of a dashboard, those who spent most first.',
  params: OfRfmDashboard,
  query: PageQuery.extend(RFM_PEOPLE),
  reply: pageOf(RfmPerson),
  problems: ['rfm.not_found'],
});

export const RfmPeopleFilter = z.object(RFM_PEOPLE);

export const saveRfmSegment = endpoint({
  method: 'POST',
  path: '/api/v1/insights/rfm/:dashboardId/segment',
  access: 'member',
  summary: 'Saves the clients behind a number of a dashboard as a frozen segment.',
  takesIdempotencyKey: true,
  params: OfRfmDashboard,
  body: z.object({ title: Title.max(LONGEST_SEGMENT_TITLE, { error: 'too_long' }), ...RFM_PEOPLE }),
  reply: Segment,
  problems: ['rfm.not_found'],
});

export const listRfmMoves = endpoint({
  method: 'GET',
  path: '/api/v1/insights/rfm/:dashboardId/moves',
  access: 'member',
  summary: 'How many clients are in another group than so many days ago.',
  params: OfRfmDashboard,
  query: z.object({ days: RFM_PEOPLE.days }),
  reply: z.object({
    since: Day,
    /** When the first groups were made, if that is later: moves are known since then. */
    knownSince: Day.nullable(),
    /** `from` null: not a client then. The largest first. */
    moves: z.array(z.object({ from: RfmGroupKey.nullable(), to: RfmGroupKey, people: z.int() })),
    /** Clients in the same group. */
    stayed: z.int(),
    /** Moved clients who did so after a change of the bounds or when history was read. */
    recounted: z.int(),
  }),
  problems: ['rfm.not_found'],
});
export type RfmMoves = z.infer<typeof listRfmMoves.reply>;
