import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Mailing, MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type * as contract from '#contract/mailings/versions.ts';
import { checkChangeable, saveIn } from '#server/mailings/editing/actions.ts';
import { getMailing } from '#server/mailings/editing/mailing-reads.ts';
import { getAliveForUpdate } from '#server/mailings/storage/alive.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { toHistoryPage, versionAfter } from '#server/platform/values/versions.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { findVersion, listVersions } from './queries.ts';

/** Versions of a mailing with the changes of each. */
export async function listHistory(
  scope: TenantScope,
  id: MailingId,
  { cursor, limit }: QueryOf<typeof contract.listMailingVersions>,
): Promise<ReplyOf<typeof contract.listMailingVersions>> {
  await getMailing(scope, id);
  return toHistoryPage(await listVersions(scope, id, { before: versionAfter(cursor), limit: limit + 1 }), limit);
}

type Request = BodyOf<typeof contract.rollBackMailing>;

/** Saves an earlier version again as the newest. */
export async function rollBack(scope: MemberScope, id: MailingId, request: Request): Promise<Mailing> {
  await rollBackIn(scope, await getAliveForUpdate(scope, id), request);
  await announce(scope, 'mailings');
  return getMailing(scope, id);
}

/** Rolls a locked mailing back. A start that has passed, or a picture that is gone, is left out. */
export async function rollBackIn(
  scope: MemberScope,
  mailing: StoredMailing,
  { version, baseVersion }: Request,
): Promise<void> {
  const old = await findVersion(scope, mailing.id, version);
  if (!old) throw new Problem('distribution.version_not_found');
  checkChangeable(mailing, baseVersion);
  const { imageId } = old.settings.content;
  const [image] = imageId === null ? [] : await listFiles(scope, [imageId], { isLocked: true });
  const settings = withoutPast(
    { ...old.settings, content: { ...old.settings.content, imageId: image ? imageId : null } },
    scope.clock.now(),
  );
  await saveIn(scope, mailing, { title: old.title, settings, testPhones: mailing.testPhones });
}

/** Settings without moments that have passed. */
function withoutPast(settings: MailingSettings, now: Temporal.Instant): MailingSettings {
  const { startsAt, useBy } = settings.timing;
  const ahead = (at: string | null) => (at !== null && isBefore(now, Temporal.Instant.from(at)) ? at : null);
  return { ...settings, timing: { ...settings.timing, startsAt: ahead(startsAt), useBy: ahead(useBy) } };
}
