import { z } from 'zod';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Counts the facts of contacts whose visits or orders changed. Several changes in a row are counted once. */
export const countFactsJob = defineJob({
  name: 'insights.count-facts',
  payload: z.object({ tenantId: TenantId }),
  queue: ({ tenantId }) => `contact-facts:${tenantId}`,
  key: ({ tenantId }) => `contact-facts:${tenantId}`,
  priority: 3,
});

/** Counts the days on which contacts came whose visits or orders changed. Several changes in a row are counted once. */
export const countClientDaysJob = defineJob({
  name: 'insights.count-client-days',
  payload: z.object({ tenantId: TenantId }),
  queue: ({ tenantId }) => `client-days:${tenantId}`,
  key: ({ tenantId }) => `client-days:${tenantId}`,
  priority: 3,
});
