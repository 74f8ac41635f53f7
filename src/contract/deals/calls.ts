import { z } from 'zod';
import { BranchId, ConnectionId, ConnectionKind } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Money, PageQuery, pageOf } from '#contract/primitives.ts';
import { DealId, DealPipelineId, DealStageId } from './ids.ts';
import { LONGEST_DEAL_TITLE, STAGE_KINDS } from './values.ts';

export const StageKind = z.enum(STAGE_KINDS);
export type StageKind = z.infer<typeof StageKind>;

/** A deal of a contact in a CRM. */
export const Deal = z.object({
  id: DealId,
  branchId: BranchId,
  source: ConnectionKind,
  title: z.string(),
  /** Its page in the CRM; null: the CRM is not connected any more. */
  url: z.string().nullable(),
  pipelineTitle: z.string(),
  stageId: DealStageId,
  stageTitle: z.string(),
  stageKind: StageKind,
  total: Money,
  responsibleName: z.string().nullable(),
  createdAt: Instant,
  closedAt: Instant.nullable(),
});
export type Deal = z.infer<typeof Deal>;

/** Pipelines of one account of a CRM, in its order. */
export const DealAccount = z.object({
  branchId: BranchId,
  connectionId: ConnectionId,
  source: ConnectionKind,
  title: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  pipelines: z.array(
    z.object({
      id: DealPipelineId,
      title: z.string(),
      isMain: z.boolean(),
      stages: z.array(z.object({ id: DealStageId, title: z.string(), kind: StageKind })),
    }),
  ),
});
export type DealAccount = z.infer<typeof DealAccount>;

export const listDeals = endpoint({
  method: 'GET',
  path: '/api/v1/deals',
  access: 'member',
  summary: 'Deals of CRMs, the latest first; deleted ones are left out.',
  query: PageQuery.extend({ contactId: ContactId.optional(), branchId: BranchId.optional() }),
  reply: pageOf(Deal),
});

export const listDealAccounts = endpoint({
  method: 'GET',
  path: '/api/v1/deals/accounts',
  access: 'member',
  summary: 'Connected accounts of CRMs with their pipelines and stages.',
  reply: z.object({ accounts: z.array(DealAccount) }),
});

/** The CRM is written to right after; the deal is listed once the CRM has it. */
export const createDeal = endpoint({
  method: 'POST',
  path: '/api/v1/deals',
  access: 'member',
  summary: 'Creates a deal of a contact in a CRM.',
  takesIdempotencyKey: true,
  body: z.object({
    branchId: BranchId,
    contactId: ContactId,
    title: z.string().trim().min(1, { error: 'required' }).max(LONGEST_DEAL_TITLE, { error: 'too_long' }),
    /** Null: the CRM's own first stage. */
    stageId: DealStageId.nullable(),
    /** In the minor unit of the account's currency; null: not known. */
    priceMinor: z.int().min(0).max(1_000_000_000_000).nullable(),
  }),
  problems: ['branch.not_found', 'contact.not_found', 'deal.phone_missing', 'deal.stage_not_found'],
});

const OfConnection = z.object({ connectionId: ConnectionId });
const DealNotes = z.object({ isOn: z.boolean() });

export const getDealNotes = endpoint({
  method: 'GET',
  path: '/api/v1/connections/:connectionId/notes',
  access: 'member',
  summary: 'Whether messages with contacts are written to the CRM as notes.',
  params: OfConnection,
  reply: DealNotes,
  problems: ['connection.not_found'],
});

export const setDealNotes = endpoint({
  method: 'PUT',
  path: '/api/v1/connections/:connectionId/notes',
  access: 'member',
  summary: 'Switches notes about messages on or off.',
  params: OfConnection,
  body: DealNotes,
  reply: DealNotes,
  problems: ['connection.not_found'],
});
