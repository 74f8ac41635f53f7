import { z } from 'zod';
import { ImportId } from '#contract/imports/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

const OfImport = z.object({ tenantId: TenantId, importId: ImportId });

/** Continues an import or its undo, one batch of rows at a time. */
export const continueImportJob = defineJob({
  name: 'imports.continue',
  payload: OfImport,
  queue: ({ tenantId }) => `imports:${tenantId}`,
  key: ({ importId }) => `import:${importId}`,
  priority: 3,
});
