import type { MailingId } from '#contract/mailings/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { endMailingJob, feedMailingJob, listRecipientsJob, startMailingJob } from '#server/mailings/jobs.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';

/** Queues the next wave of a mailing: at once, or at a moment; an earlier one that waits stays. */
export async function queueFeed(scope: TenantScope, mailingId: MailingId, runAt?: Temporal.Instant): Promise<void> {
  await enqueue(scope, feedMailingJob, { tenantId: scope.tenantId, mailingId }, runAt ? { runAt } : {});
}

/** Queues everything that a working mailing has to do. */
export async function queueWork(
  scope: TenantScope,
  { id: mailingId, settings, listedAt }: Pick<StoredMailing, 'id' | 'settings' | 'listedAt'>,
): Promise<void> {
  const payload = { tenantId: scope.tenantId, mailingId };
  const { useBy } = settings.timing;
  if (listedAt === null) await enqueue(scope, listRecipientsJob, payload);
  await enqueue(scope, feedMailingJob, payload);
  if (useBy !== null) await enqueue(scope, endMailingJob, payload, { runAt: Temporal.Instant.from(useBy) });
}

/** Queues the start of a mailing that waits for its time. */
export async function queueStart(
  scope: TenantScope,
  { id: mailingId, settings }: Pick<StoredMailing, 'id' | 'settings'>,
): Promise<void> {
  const { startsAt } = settings.timing;
  if (startsAt === null) return;
  const payload = { tenantId: scope.tenantId, mailingId };
  await enqueue(scope, startMailingJob, payload, { runAt: Temporal.Instant.from(startsAt) });
}
