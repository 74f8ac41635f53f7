import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { deleteUnusedFiles } from './attachments/attachment-actions.ts';
import type { ListFileUses } from './attachments/port.ts';

export function workTexts(repeat: Repeat, { fileUses }: { fileUses: readonly ListFileUses[] }): void {
  repeat('texts.delete-unused-files', '43 2 * * *', (ctx) => deleteUnusedFiles(ctx, fileUses), 'daily');
}
