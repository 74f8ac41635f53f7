import { z } from 'zod';
import { QUICK_START_KINDS } from '#contract/onboarding/quick-start-values.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Takes the flow of a quick start live on the chosen day. */
export const startFlowJob = defineJob({
  name: 'onboarding.start-flow',
  payload: z.object({ tenantId: TenantId, kind: z.enum(QUICK_START_KINDS) }),
  key: ({ tenantId, kind }) => `quick-start:${tenantId}:${kind}`,
  keyMode: 'replace',
});
