import { z } from 'zod';
import { QualityReportId } from '#contract/quality/reports.ts';
import { RecordingId } from '#contract/quality/talks.ts';
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

/** Decodes and transcribes a recording. One at a time for each business: a flood of files leaves places to others. */
export const readRecordingJob = defineJob({
  name: 'quality.read-recording',
  payload: z.object({ tenantId: TenantId, recordingId: RecordingId }),
  key: ({ recordingId }) => `quality-recording:${recordingId}`,
  queue: ({ tenantId }) => `quality-recordings:${tenantId}`,
  priority: 4,
});

/** Deletes files of sound whose rows are gone. */
export const deleteSoundJob = defineJob({
  name: 'quality.delete-sound',
  payload: z.object({ tenantId: TenantId, keys: z.array(z.string()) }),
  priority: 5,
});
