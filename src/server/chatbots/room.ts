import { defineRoom } from '#server/room.ts';
import { acknowledgeJob, queueAnswerJob, requestPhoneJob } from './jobs.ts';
import { workChatbots } from './workers.ts';

export const chatbots = defineRoom({
  name: 'chatbots',
  work: (work, _repeat, { providers }) => workChatbots(work, providers.sourceProviders),
  follows: [queueAnswerJob, requestPhoneJob, acknowledgeJob],
});
