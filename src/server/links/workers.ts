import { withSystem } from '#server/platform/database/db.ts';
import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { deleteOldPrograms } from './statistics-actions.ts';

export function workLinks(repeat: Repeat): void {
  repeat('links.delete-old-programs', '37 2 * * *', (ctx) => withSystem(ctx, deleteOldPrograms), 'daily');
}
