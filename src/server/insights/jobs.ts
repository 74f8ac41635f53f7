import { z } from 'zod';
import { MemberId, TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Counts the days on which contacts came whose visits or orders changed. Several changes in a row are counted once. */
export const countClientDaysJob = defineJob({
  name: 'insights.count-client-days',
  payload: z.object({ tenantId: TenantId }),
  queue: ({ tenantId }) => `client-days:${tenantId}`,
  key: ({ tenantId }) => `client-days:${tenantId}`,
  priority: 3,
});

/** Sends one member the letter of a week; tried again for a day while the mail server is away. */
export const sendLetterJob = defineJob({
  name: 'insights.send-letter',
  payload: z.object({ tenantId: TenantId, memberId: MemberId, week: z.iso.date() }),
  maxAttempts: 20,
  priority: 3,
});
