import type { SourceProviders } from '#server/connections/port.ts';
import type { Work } from '#server/platform/job-runner.ts';
import { answerConversation } from './actions.ts';
import { acknowledgeJob, answerJob, askPhoneJob, hearJob } from './jobs.ts';
import { acknowledge, askPhone, hear } from './listening.ts';

export function workChatbots(work: Work, sourceProviders: SourceProviders): void {
  work(hearJob, hear);
  work(answerJob, (ctx, payload) => answerConversation({ ...ctx, sourceProviders }, payload));
  work(askPhoneJob, askPhone);
  work(acknowledgeJob, acknowledge);
}
