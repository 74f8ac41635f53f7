import { onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { writeReceivedJob } from './jobs.ts';
import { writeReceived, writeSent } from './writing.ts';

export function workNotes(work: Work, repeat: Repeat): void {
  onEvent(work, writeReceivedJob, writeReceived);
  repeat('notes.write-sent', '* * * * *', writeSent);
}
