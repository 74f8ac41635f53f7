import { z } from 'zod';
import { Branch, Connection } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { CLIENT_PERIODS, CLIENT_STEPS } from './values.ts';

/** The oldest owner of a cabinet. */
const Owner = {
  userId: MemberId,
  userGuid: TenantId,
  cabinetName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  fullName: z.string().nullable(),
};

/** A branch of a booking system in the cabinet that reads it. */
export const CompanyStatus = z.object({
  ...Owner,
  branch: Branch,
  connection: Connection.pick({
    id: true,
    kind: true,
    title: true,
    state: true,
    trouble: true,
    troubleText: true,
    lastEventAt: true,
    unreadableCount: true,
  }),
  /** Visits that begin today, and messages about visits of the branch that were due today. */
  today: z.object({ visits: z.int(), sent: z.int(), notSent: z.int() }),
});
export type CompanyStatus = z.infer<typeof CompanyStatus>;

export const findCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Status',
  access: 'admin',
  summary: 'The branches with a number of the booking system, or with an id of ours, in all cabinets.',
  query: z.object({ companyId: z.string().trim().min(1).max(100) }),
  reply: z.object({ companies: z.array(CompanyStatus) }),
});

const StepName = z.enum(CLIENT_STEPS);

/** A cabinet on its way from registration to the first payment. */
export const NewClient = z.object({
  ...Owner,
  managerName: z.string().nullable(),
  registeredAt: Instant,
  /** When each step was done; null: not yet. */
  emailAt: Instant.nullable(),
  channelAt: Instant.nullable(),
  connectionAt: Instant.nullable(),
  testAt: Instant.nullable(),
  liveAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  /** The first step that is not done, and since when nothing was done. */
  step: StepName,
  since: Instant,
});
export type NewClient = z.infer<typeof NewClient>;

export const listNewClients = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/NewClients',
  access: 'admin',
  summary: 'Cabinets that registered in the last days, newest first, with the step each has come to.',
  query: PageQuery.extend({
    days: z.coerce
      .number()
      .pipe(z.union(CLIENT_PERIODS.map((days) => z.literal(days))))
      .default(30),
    step: StepName.optional(),
  }),
  /** `counts`: cabinets of the period by their next step; on the first page alone. */
  reply: pageOf(NewClient).extend({
    counts: z.array(z.object({ step: StepName, count: z.int() })).nullable(),
  }),
});
