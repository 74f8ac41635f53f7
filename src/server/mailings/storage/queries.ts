import type { MailingErrorCode, MailingId, MailingStatus } from '#contract/mailings/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { retireSender } from '#server/delivery/ledger/sender-actions.ts';
import { saveVersion } from '#server/senders/versions/saving-actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { type ListedCounts, mailingColumns, type StoredMailing, toMailing } from './stored-mailings.ts';

/** A mailing, deleted or not. */
export async function findMailing({ tx, tenantId }: TenantScope, id: MailingId): Promise<StoredMailing | undefined> {
  const row = await tx
    .selectFrom('mailings')
    .select(mailingColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toMailing(row);
}

/**
 * Locks a mailing's row, deleted or not, until the transaction ends, so that changes do not race. NOTE: `for no key
 * update`: recipients that reference the mailing are written meanwhile.
 */
export async function findMailingForUpdate(
  { tx, tenantId }: TenantScope,
  id: MailingId,
): Promise<StoredMailing | undefined> {
  const row = await tx
    .selectFrom('mailings')
    .select(mailingColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toMailing(row);
}

export type NewMailing = Pick<
  StoredMailing,
  'id' | 'title' | 'settings' | 'testPhones' | 'status' | 'mode' | 'seriesId'
>;

/** Inserts a mailing, its first version and the sender of its messages. */
export async function insertMailing(
  scope: TenantScope,
  mailing: NewMailing,
  by: { memberId: MemberId | null; now: Temporal.Instant },
): Promise<void> {
  await saveMailingVersion(scope, { ...mailing, version: 1 }, by);
  await scope.tx
    .insertInto('mailings')
    .values({
      tenant_id: scope.tenantId,
      id: mailing.id,
      title: mailing.title,
      status: mailing.status,
      mode: mailing.mode,
      test_phones: mailing.testPhones,
      version: 1,
      settings: JSON.stringify(mailing.settings),
      series_id: mailing.seriesId,
      created_at: by.now,
      updated_at: by.now,
    })
    .execute();
}

async function saveMailingVersion(
  scope: TenantScope,
  mailing: Pick<StoredMailing, 'id' | 'title' | 'settings' | 'version'>,
  by: { memberId: MemberId | null; now: Temporal.Instant },
): Promise<void> {
  const traits = { passOnMinutes: mailing.settings.passOnMinutes };
  await saveVersion(scope, { ...mailing, kind: 'mailing' }, { traits, ...by });
}

/** Writes the next version of a mailing. */
export async function updateMailingSettings(
  scope: TenantScope,
  mailing: Pick<StoredMailing, 'id' | 'title' | 'settings' | 'version' | 'testPhones'>,
  by: { memberId: MemberId; now: Temporal.Instant },
): Promise<void> {
  await updateMailing(scope, mailing.id, by.now, {
    title: mailing.title,
    settings: JSON.stringify(mailing.settings),
    version: mailing.version,
    test_phones: mailing.testPhones,
  });
  await saveMailingVersion(scope, mailing, by);
}

/** Sets the settings of a run that was moved; no version is written. */
export async function setMailingStart(
  { tx, tenantId }: TenantScope,
  id: MailingId,
  settings: StoredMailing['settings'],
): Promise<void> {
  await tx
    .updateTable('mailings')
    .set({ settings: JSON.stringify(settings) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Sets a status. An error is cleared where none is given. */
export async function setMailingStatus(
  scope: TenantScope,
  id: MailingId,
  change: {
    status: MailingStatus;
    statusBefore?: MailingStatus | null;
    errorCode?: MailingErrorCode | null;
    errorReason?: string | null;
    mode?: 'test' | 'combat';
    startedAt?: Temporal.Instant;
    finishedAt?: Temporal.Instant | null;
  },
  now: Temporal.Instant,
): Promise<void> {
  await updateMailing(scope, id, now, {
    status: change.status,
    status_before: change.statusBefore ?? null,
    error_code: change.errorCode ?? null,
    error_reason: change.errorReason ?? null,
    ...(change.mode && { mode: change.mode }),
    ...(change.startedAt && { started_at: change.startedAt }),
    ...(change.finishedAt !== undefined && { finished_at: change.finishedAt }),
  });
}

/** Test numbers are no part of a version. */
export async function setMailingTestPhones(
  scope: TenantScope,
  id: MailingId,
  testPhones: string[],
  now: Temporal.Instant,
): Promise<void> {
  await updateMailing(scope, id, now, { test_phones: testPhones });
}

/** @param deletedAt null restores the mailing */
export async function setMailingDeleted(
  scope: TenantScope,
  id: MailingId,
  deletedAt: Temporal.Instant | null,
  now: Temporal.Instant,
): Promise<void> {
  await updateMailing(scope, id, now, { deleted_at: deletedAt });
  await retireSender(scope, id, deletedAt);
}

/** Adds a batch to the list of recipients of a locked mailing. */
export async function addListed(
  { tx, tenantId }: TenantScope,
  mailing: Pick<StoredMailing, 'id' | 'listedCounts'>,
  batch: { counts: ListedCounts; after: string | null; listedAt: Temporal.Instant | null },
): Promise<void> {
  await tx
    .updateTable('mailings')
    .set({
      listed_counts: JSON.stringify(addCounts(mailing.listedCounts, batch.counts)),
      listed_after: batch.after,
      listed_at: batch.listedAt,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', mailing.id)
    .execute();
}

/** Records a wave of a locked mailing: how many more are planned, whom a rule leaves out after all, when the next comes. */
export async function saveWave(
  { tx, tenantId }: TenantScope,
  mailing: Pick<StoredMailing, 'id' | 'listedCounts' | 'plannedCount'>,
  wave: { planned: number; excluded?: ListedCounts } & Pick<StoredMailing, 'nextWaveAt' | 'heldBy'>,
): Promise<void> {
  const { planned, excluded = {}, nextWaveAt, heldBy } = wave;
  const gone = Object.values(excluded).reduce((sum, count) => sum + count, 0);
  await tx
    .updateTable('mailings')
    .set({
      listed_counts: JSON.stringify(addCounts(mailing.listedCounts, { ...excluded, ...(gone > 0 && { '': -gone }) })),
      planned_count: mailing.plannedCount + planned,
      next_wave_at: nextWaveAt,
      held_by: heldBy,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', mailing.id)
    .execute();
}

/** Records up to where a mailing's outcomes were judged. */
export async function saveJudged(
  { tx, tenantId }: TenantScope,
  id: MailingId,
  { sent, failed, isProven }: StoredMailing['judged'] & { isProven: boolean },
): Promise<void> {
  await tx
    .updateTable('mailings')
    .set({ judged_sent: sent, judged_failed: failed, is_proven: isProven })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Records when the texts of an A/B test are compared, or which goes to the rest. */
export async function saveExperiment(
  { tx, tenantId }: TenantScope,
  id: MailingId,
  change: { decides_at: Temporal.Instant } | { winner: number },
): Promise<void> {
  await tx.updateTable('mailings').set(change).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

function addCounts(one: ListedCounts, other: ListedCounts): ListedCounts {
  const sum: Record<string, number> = { ...one };
  for (const [exclusion, count] of Object.entries(other)) sum[exclusion] = (sum[exclusion] ?? 0) + count;
  return sum;
}

async function updateMailing(
  { tx, tenantId }: TenantScope,
  id: MailingId,
  now: Temporal.Instant,
  change: Partial<{
    title: string;
    settings: string;
    version: number;
    test_phones: string[];
    status: string;
    status_before: string | null;
    error_code: string | null;
    error_reason: string | null;
    mode: string;
    started_at: Temporal.Instant;
    finished_at: Temporal.Instant | null;
    deleted_at: Temporal.Instant | null;
  }>,
): Promise<void> {
  await tx
    .updateTable('mailings')
    .set({ ...change, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}
