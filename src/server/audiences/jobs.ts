import { z } from 'zod';
import { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineEvent } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Counts the facts of contacts whose visits or orders changed. Several changes in a row are counted once. */
export const countFactsJob = defineJob({
  name: 'insights.count-facts',
  payload: z.object({ tenantId: TenantId }),
  queue: ({ tenantId }) => `contact-facts:${tenantId}`,
  key: ({ tenantId }) => `contact-facts:${tenantId}`,
  priority: 3,
});

/** Puts every client of a dashboard into a group. */
export const countRfmJob = defineJob({
  name: 'audiences.count-rfm',
  payload: z.object({ tenantId: TenantId, dashboardId: RfmDashboardId }),
  queue: ({ tenantId }) => `rfm:${tenantId}`,
  key: ({ dashboardId }) => `rfm:${dashboardId}`,
  priority: 5,
});

/**
 * Emitted when clients moved to another group of a dashboard, once for several of them. Rows of `rfm_moves`
 * have the ids of their moves. Not emitted when a dashboard is first counted, nor when its bounds are changed.
 */
export const groupMoved = defineEvent({
  name: 'client.group_moved',
  facts: z.object({ dashboardId: RfmDashboardId, moveIds: z.array(z.uuid()).min(1) }),
});
