import type { SourceProviders } from '#server/connections/port.ts';
import { forTenant, onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { bookSlot } from './offers/booking-actions.ts';
import { closeTaken, freeSlot } from './offers/freeing-actions.ts';
import { advanceSlotJob, bookSlotJob, closeTakenJob, freeSlotJob } from './jobs.ts';
import { advanceSlot } from './offers/offering-actions.ts';

export function workWaitlist(work: Work, sourceProviders: SourceProviders): void {
  onEvent(work, freeSlotJob, freeSlot);
  onEvent(work, closeTakenJob, closeTaken);
  work(advanceSlotJob, forTenant(advanceSlot));
  work(bookSlotJob, (ctx, payload) => bookSlot({ ...ctx, sourceProviders }, payload));
}
