import type { MailingErrorCode, MailingSettings } from '#contract/mailings/calls.ts';
import { findLostSegments } from '#server/audiences/known-reads.ts';
import { hasImportedList } from '#server/imports/reads.ts';
import { findMailing } from '#server/mailings/storage/queries.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** The source of an audience that was deleted, with its name where it has one. */
export type LostSource = {
  code: Extract<MailingErrorCode, 'list_gone' | 'segment_gone' | 'mailing_gone'>;
  reason: string;
};

/** Finds whether what an audience is read from was deleted: its list, its segments, or the mailing it follows. */
export async function findLostSource(
  scope: TenantScope,
  { audience }: Pick<MailingSettings, 'audience'>,
): Promise<LostSource | null> {
  if (audience.type === 'list')
    return (await hasImportedList(scope, audience.importId)) ? null : { code: 'list_gone', reason: '' };
  if (audience.type === 'mailing') {
    const earlier = await findMailing(scope, audience.mailingId);
    return earlier && !earlier.isDeleted ? null : { code: 'mailing_gone', reason: earlier?.title ?? '' };
  }
  const lost = await findLostSegments(scope, audience.conditions);
  return lost.length > 0 ? { code: 'segment_gone', reason: lost.join(', ') } : null;
}
