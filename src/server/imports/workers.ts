import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import { deleteOldDrafts } from './draft-actions.ts';
import { continueImportJob } from './jobs.ts';
import { continueImport } from './running-actions.ts';

export function workImports(work: Work, repeat: Repeat): void {
  work(continueImportJob, continueImport);
  repeat('imports.delete-old-drafts', '51 2 * * *', deleteOldDrafts, 'daily');
}
