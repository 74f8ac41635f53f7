import { z } from 'zod';
import { RESERVE_STATES, TABLE_REQUEST_STATUSES } from './values.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';

export const TableRequestId = z.uuid().brand<'TableRequestId'>();
export type TableRequestId = z.infer<typeof TableRequestId>;

/** `new` waits for an answer; `cancelled` by the guest. */
export const TableRequestStatus = z.enum(TABLE_REQUEST_STATUSES);
export type TableRequestStatus = z.infer<typeof TableRequestStatus>;

/** A guest's request for a table. */
export const TableRequest = z.object({
  id: TableRequestId,
  branchId: BranchId,
  branchTitle: z.string(),
  /** Time zone of the branch. */
  timeZone: TimeZone,
  startsAt: Instant,
  guests: z.int(),
  name: z.string(),
  phone: z.string(),
  comment: z.string(),
  status: TableRequestStatus,
  /** The reserve in the restaurant's system. `none`: it takes none from us. */
  reserve: z.enum(RESERVE_STATES),
  /** The system's own words about a refusal. */
  reserveText: z.string().nullable(),
  createdAt: Instant,
});
export type TableRequest = z.infer<typeof TableRequest>;

export const listTableRequests = endpoint({
  method: 'GET',
  path: '/api/v1/table-requests',
  access: 'member',
  summary: 'Requests for tables, newest first.',
  query: PageQuery.extend({ status: TableRequestStatus.optional() }),
  reply: pageOf(TableRequest).extend({ waiting: z.int() }),
});

export const decideTableRequest = endpoint({
  method: 'POST',
  path: '/api/v1/table-requests/:requestId/decide',
  access: 'member',
  summary: 'Confirms or declines a request for a table. Its page shows the guest the answer.',
  params: z.object({ requestId: TableRequestId }),
  body: z.object({ decision: z.enum(['confirm', 'decline']) }),
  reply: TableRequest,
  problems: ['table_request.not_found', 'table_request.decided'],
});
