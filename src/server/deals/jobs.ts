import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { DealStageId } from '#contract/deals/ids.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Reads the pipelines of a CRM after they changed, and now and then. Several changes in a row are read once. */
export const readPipelinesJob = defineJob({
  name: 'deals.read-pipelines',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: () => 'deal-pipelines',
  key: ({ branchId }) => `read-pipelines:${branchId}`,
  priority: 5,
});

/** Reads whether the CRM still has some of the deals and open tasks: a payload about a deletion may be lost. */
export const findDeletedJob = defineJob({
  name: 'deals.find-deleted',
  payload: z.object({ tenantId: TenantId, branchId: BranchId }),
  queue: ({ branchId }) => `find-deleted:${branchId}`,
  key: ({ branchId }) => `find-deleted:${branchId}`,
  priority: 5,
});

/** Emitted for a deal created after we began to read its CRM. */
export const dealCreated = defineEvent({ name: 'deal.created', facts: z.object({}) });

/** Emitted when a deal is moved to another stage, of its pipeline or of another one. */
export const dealStageChanged = defineEvent({
  name: 'deal.stage_changed',
  facts: z.object({
    from: DealStageId,
    to: DealStageId,
    fromTitle: z.string(),
    toTitle: z.string(),
    statusVersion: z.int(),
  }),
});

/** Emitted when a deal is deleted or restored, or has another main contact. */
export const dealChanged = defineEvent({ name: 'deal.changed', facts: z.object({}) });

/** Emitted for a new task of a deal, and when one is put off, done, opened again or deleted. */
export const dealTaskChanged = defineEvent({ name: 'deal_task.changed', facts: z.object({}) });
