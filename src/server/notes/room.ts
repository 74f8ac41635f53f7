import { defineRoom } from '#server/room.ts';
import { writeReceivedJob } from './jobs.ts';
import { workNotes } from './workers.ts';

export const notes = defineRoom({ name: 'notes', work: workNotes, follows: [writeReceivedJob] });
