import { messagesRecorded } from '#server/delivery/jobs.ts';
import { handle } from '#server/platform/events/transaction-events.ts';
import { defineRoom } from '#server/room.ts';
import { addMessageCommand, setStateCommand, setStatusCommand } from './commands.ts';
import { deskSwitchedJob, openTalkJob, resolveTalkJob, showWrittenJob } from './jobs.ts';
import { serveDesk } from './routes.ts';
import { followMessages } from './showing-actions.ts';
import { talkSource } from './source.ts';
import { workDesk } from './workers.ts';

export const desk = defineRoom({
  name: 'desk',
  serve: (serve, { providers }) => serveDesk(serve, providers),
  work: (work, repeat, { providers }) => workDesk(work, repeat, providers),
  follows: [showWrittenJob, openTalkJob, resolveTalkJob, deskSwitchedJob],
  handles: [handle(messagesRecorded, followMessages)],
  sources: { talks: talkSource },
  commands: [addMessageCommand, setStatusCommand, setStateCommand],
  contactTables: ['desk_talks', 'desk_lines'],
});
