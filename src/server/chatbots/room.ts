import { defineRoom } from '#server/room.ts';
import { visitResponder } from './booking/visit-responder.ts';
import { acknowledgeJob, requestPhoneJob, thankForPhoneJob } from './jobs.ts';
import { menuResponder, scriptResponder } from './scripts/script-responders.ts';
import { serveChatbots } from './routes.ts';
import { workChatbots } from './workers.ts';

export const chatbots = defineRoom({
  name: 'chatbots',
  serve: serveChatbots,
  work: workChatbots,
  follows: [requestPhoneJob, thankForPhoneJob, acknowledgeJob],
  responders: [menuResponder, visitResponder, scriptResponder],
});
