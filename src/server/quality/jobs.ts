import { z } from 'zod';
import { QualityReportId } from '#contract/quality/reports.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { defineJob } from '#server/platform/jobs.ts';

/** Judges talks of a report for a while, and queues itself until all are judged. One at a time for each report. */
export const runReportJob = defineJob({
  name: 'quality.run-report',
  payload: z.object({ tenantId: TenantId, reportId: QualityReportId }),
  key: ({ reportId }) => `quality-report:${reportId}`,
  queue: ({ reportId }) => `quality-report:${reportId}`,
  priority: 4,
});
