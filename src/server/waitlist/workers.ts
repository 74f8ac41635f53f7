import type { SourceProviders } from '#server/connections/port.ts';
import { forTenant, onEvent, type Work } from '#server/platform/job-runner.ts';
import { bookSlot } from './booking-actions.ts';
import { closeTaken, freeSlot } from './freeing-actions.ts';
import { advanceSlotJob, bookSlotJob, closeTakenJob, freeSlotJob } from './jobs.ts';
import { advanceSlot } from './offering-actions.ts';

export function workWaitlist(work: Work, sourceProviders: SourceProviders): void {
  onEvent(work, freeSlotJob, freeSlot);
  onEvent(work, closeTakenJob, closeTaken);
  work(advanceSlotJob, forTenant(advanceSlot));
  work(bookSlotJob, (ctx, payload) => bookSlot({ ...ctx, sourceProviders }, payload));
}
