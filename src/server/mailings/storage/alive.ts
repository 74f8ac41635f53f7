import type { MailingId, MailingStatus } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findMailingForUpdate } from './queries.ts';
import type { StoredMailing } from './stored-mailings.ts';

/**
 * Locks a mailing for a change.
 * @throws {Problem} `distribution.not_found`, also for a deleted mailing
 */
export async function getAliveForUpdate(scope: TenantScope, id: MailingId): Promise<StoredMailing> {
  const mailing = await findMailingForUpdate(scope, id);
  if (!mailing || mailing.isDeleted) throw new Problem('distribution.not_found');
  return mailing;
}

/** Statuses of mailings that are over for good. */
export const FINAL: ReadonlySet<MailingStatus> = new Set(['done', 'canceled']);

/** Whether the mailing is over for good. */
export const isOver = (status: MailingStatus): boolean => FINAL.has(status);
