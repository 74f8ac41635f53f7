import type { z } from 'zod';
import type { readSourceJob } from '#server/assistants/knowledge/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { readFile } from './file-reading-actions.ts';
import { beginRun, continueLater, failRun, Overtaken } from './run-actions.ts';
import { readSite } from './site-reading-actions.ts';
import { troubleOfUnreadable } from './trouble-rules.ts';

// NOTE: a process: it reads documents and pages between short transactions.

/** After this, a run that found no place to read its file tries again. */
const NO_PLACE_SECONDS = 10;

/**
 * Reads a source into passages. Its trouble is stored with it; passages of the reading before it are used until the end,
 * and on where it fails. Two runs at once store nothing twice.
 */
export async function readSource(
  ctx: Context,
  { tenantId, sourceId, reading }: z.output<typeof readSourceJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const current = await withTenant(ctx, tenantId, (scope) => beginRun(scope, { sourceId, reading }));
  if (!current) return;
  const { run, source } = current;
  try {
    if (source.kind === 'file') await readFile(ctx, tenantId, { run, source }, signal);
    else await readSite(ctx, tenantId, { run, source }, signal);
  } catch (error) {
    if (error instanceof Overtaken) return;
    const isBusy = error instanceof Problem && error.code === 'file.too_many_at_once';
    if (!isBusy && !(error instanceof UnreadableFile)) throw error;
    await withTenant(ctx, tenantId, (scope) =>
      error instanceof UnreadableFile
        ? failRun(scope, run, troubleOfUnreadable(error.reason))
        : continueLater(scope, run, NO_PLACE_SECONDS),
    ).catch(ignoreOvertaken);
  }
}

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error;
}
