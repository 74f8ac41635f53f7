import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { deleteSoundJob, readRecordingJob } from './jobs.ts';
import { readRecording } from './recordings/reading-actions.ts';
import { deleteOldSound, deleteOldUploads } from './recordings/retention-actions.ts';

/** Binds the jobs of recordings. */
export function workRecordings(work: Work, repeat: Repeat): void {
  work(readRecordingJob, readRecording);
  work(deleteSoundJob, async ({ files }, { keys }) => {
    for (const key of keys) await files.remove(key);
  });
  repeat('quality.delete-old-sound', '23 3 * * *', deleteOldSound, 'daily');
  repeat('quality.delete-old-uploads', '41 3 * * *', deleteOldUploads, 'daily');
}
