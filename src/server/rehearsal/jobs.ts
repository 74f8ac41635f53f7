import { RehearsalId } from '#contract/rehearsal/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { z } from 'zod';
/** Continues a rehearsal, one batch of customers at a time. */
export const rehearseJob = defineJob({
  name: 'flows.rehearse',
  payload: z.object({ tenantId: TenantId, rehearsalId: RehearsalId }),
  queue: ({ tenantId }) => `rehearsals:${tenantId}`,
  key: ({ rehearsalId }) => `rehearse:${rehearsalId}`,
  priority: 3,
});
