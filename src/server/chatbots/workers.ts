import type { SourceProviders } from '#server/connections/port.ts';
import { onEvent, type Work } from '#server/platform/runner/job-runner.ts';
import { answerConversation } from './actions.ts';
import { acknowledgeJob, answerJob, requestPhoneJob, queueAnswerJob } from './jobs.ts';
import { acknowledge, requestPhone, queueAnswer } from './inbound.ts';

export function workChatbots(work: Work, sourceProviders: SourceProviders): void {
  onEvent(work, queueAnswerJob, queueAnswer);
  work(answerJob, (ctx, payload) => answerConversation({ ...ctx, sourceProviders }, payload));
  onEvent(work, requestPhoneJob, requestPhone);
  onEvent(work, acknowledgeJob, acknowledge);
}
