import { z } from 'zod';
import { ConnectionId } from '#contract/connections/calls.ts';
import { InstallId } from '#contract/connections/marketplace.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Connects the branches of one install; repeats until all are settled or the hour is over. */
export const runInstallJob = defineJob({
  name: 'connections.run-install',
  payload: z.object({ tenantId: TenantId, installId: InstallId }),
  queue: ({ installId }) => `install:${installId}`,
  key: ({ installId }) => `install:${installId}`,
  priority: -1,
});

/** Applies a lifecycle payload to a branch, or requests its status where there was none. */
export const settleApplicationJob = defineJob({
  name: 'connections.settle-application',
  payload: z.object({
    tenantId: TenantId,
    connectionId: ConnectionId,
    branchExternalId: z.string(),
    reported: z.enum(['uninstall', 'freeze']).nullable(),
  }),
  queue: ({ connectionId }) => `application:${connectionId}`,
  key: ({ connectionId, branchExternalId, reported }) =>
    `application:${connectionId}:${branchExternalId}:${reported ?? 'ask'}`,
  maxAttempts: 12,
});
