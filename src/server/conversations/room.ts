import { CONVERSATIONS_NOTICES } from '#contract/conversations/codes.ts';
import { defineRoom } from '#server/room.ts';
import { listFilesOfConversations } from './files/file-reads.ts';
import { memberRemovedJob, queueTurnJob } from './jobs.ts';
import { joinThreads } from './threads/merging-queries.ts';
import { serveConversations } from './routes.ts';
import { workConversations } from './workers.ts';

export const conversations = defineRoom({
  name: 'conversations',
  serve: serveConversations,
  work: workConversations,
  follows: [queueTurnJob, memberRemovedJob],
  listFiles: listFilesOfConversations,
  contactTables: ['inbound_messages', 'own_messages'],
  mergeContacts: joinThreads,
  notices: CONVERSATIONS_NOTICES,
});
