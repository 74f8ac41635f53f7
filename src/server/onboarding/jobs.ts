import { z } from 'zod';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Takes the reminder of a clinic live on the day that was chosen in its quick start. */
export const startClinicJob = defineJob({
  name: 'onboarding.start-clinic',
  payload: z.object({ tenantId: TenantId }),
  key: ({ tenantId }) => `start-clinic:${tenantId}`,
});
