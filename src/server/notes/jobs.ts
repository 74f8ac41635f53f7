import { takesNotes } from '#server/deals/note-reads.ts';
import { messageReceived } from '#server/conversations/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';

/** Writes a received message as a note, where a CRM that takes notes is connected. */
export const writeReceivedJob = defineSubscriber({
  name: 'notes.write-received',
  on: [messageReceived],
  isConcerned: takesNotes,
});
