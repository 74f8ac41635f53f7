import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Moment, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { VISIT_STATUSES } from './values.ts';

export const VisitId = z.uuid().brand<'VisitId'>();
export type VisitId = z.infer<typeof VisitId>;
export const MasterId = z.uuid().brand<'MasterId'>();
export type MasterId = z.infer<typeof MasterId>;
export const ServiceId = z.uuid().brand<'ServiceId'>();
export type ServiceId = z.infer<typeof ServiceId>;

/** The specification's "waiting, arrived, didn't come, confirmed", and other states of a record. */
export const VisitStatus = z.enum(VISIT_STATUSES);
export type VisitStatus = z.infer<typeof VisitStatus>;

/** A booked appointment, from any booking system. */
export const Visit = z.object({
  id: VisitId,
  branchId: BranchId,
  branchTitle: z.string(),
  /** Time zone of the branch; every time of the visit is shown in it. */
  timeZone: TimeZone,
  contactId: ContactId.nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  masterName: z.string().nullable(),
  serviceTitles: z.array(z.string()),
  startsAt: Instant,
  durationMinutes: z.int(),
  status: VisitStatus,
  /** The booking system's text of an unknown status; empty for the others. */
  statusText: z.string(),
  total: Money,
  isFirst: z.boolean(),
});
export type Visit = z.infer<typeof Visit>;

export const listVisits = endpoint({
  method: 'GET',
  path: '/api/v1/visits',
  access: 'member',
  summary: 'Visits by their start, of one period.',
  query: PageQuery.extend({
    from: Moment.optional(),
    to: Moment.optional(),
    branchId: BranchId.optional(),
    contactId: ContactId.optional(),
    status: VisitStatus.optional(),
  }),
  reply: pageOf(Visit),
});

/** Choices of flow conditions. */
export const listVisitOptions = endpoint({
  method: 'GET',
  path: '/api/v1/visits/options',
  access: 'member',
  summary: 'Branches, masters and services that are active.',
  reply: z.object({
    branches: z.array(z.object({ id: BranchId, title: z.string(), timeZone: TimeZone })),
    masters: z.array(z.object({ id: MasterId, name: z.string(), branchId: BranchId })),
    services: z.array(
      z.object({ id: ServiceId, title: z.string(), categoryTitle: z.string().nullable(), branchId: BranchId }),
    ),
  }),
});
