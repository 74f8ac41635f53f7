import { forTenant, onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { acknowledgeJob, continueScriptJob, requestPhoneJob, thankForPhoneJob } from './jobs.ts';
import { acknowledge, requestPhone, thankForPhone } from './acknowledgements/acknowledging-actions.ts';
import { continueScript } from './scripts/continuing-actions.ts';

export function workChatbots(work: Work): void {
  onEvent(work, requestPhoneJob, requestPhone);
  onEvent(work, thankForPhoneJob, thankForPhone);
  onEvent(work, acknowledgeJob, acknowledge);
  work(continueScriptJob, forTenant(continueScript));
}
