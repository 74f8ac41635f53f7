import type { SourceProviders } from '#server/connections/port.ts';
import { forTenant, onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { endMoveRequestJob, enterBookingJob, followMoveRequestJob, settleTableJob } from './jobs.ts';
import { enterBooking } from './online/entering.ts';
import { endMoveRequest, followMoveRequest } from './visit-page/move-actions.ts';
import { settleTable } from './tables/table-settling.ts';

export function workBooking(work: Work, sourceProviders: SourceProviders): void {
  onEvent(work, followMoveRequestJob, followMoveRequest);
  work(endMoveRequestJob, forTenant(endMoveRequest));
  work(settleTableJob, (ctx, payload, signal) => settleTable({ ...ctx, sourceProviders }, payload, signal));
  work(enterBookingJob, (ctx, payload) => enterBooking({ ...ctx, sourceProviders }, payload));
}
