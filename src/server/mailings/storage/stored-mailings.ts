import type { Selectable } from 'kysely';
import { type Mailing, MailingErrorCode, MailingId, MailingSettings, MailingStatus } from '#contract/mailings/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { FlowMode } from '#contract/flows/calls.ts';
import type { Mailings } from '#server/platform/database/schema.gen.ts';

/** Contacts of a mailing's list by exclusion. The key '' holds the recipients. */
export type ListedCounts = Readonly<Record<string, number>>;

/** A mailing as it is stored: the contract's mailing without the counts from the ledger. */
export type StoredMailing = Pick<Mailing, 'id' | 'title' | 'status' | 'errorReason' | 'errorCode' | 'mode'> & {
  statusBefore: MailingStatus | null;
  testPhones: string[];
  version: number;
  settings: MailingSettings;
  /** The last contact of the list of recipients so far; null: the list has not begun. */
  listedAfter: string | null;
  /** When the list of recipients was complete. */
  listedAt: Temporal.Instant | null;
  listedCounts: ListedCounts;
  plannedCount: number;
  /** When the next recipients are planned; null: as soon as there is room. */
  nextWaveAt: Temporal.Instant | null;
  /** The rule that makes them wait until then. */
  heldBy: DecisionRule | null;
  /** Messages sent and failed when their share was last judged. */
  judged: { sent: number; failed: number };
  /** Its text has proved good: until then few messages are planned at a time. */
  isProven: boolean;
  decidesAt: Temporal.Instant | null;
  /** The first run of a mailing that repeats; null: it is the first, or it does not repeat. */
  seriesId: MailingId | null;
  /** Variant of the A/B test that goes to the rest. */
  winner: number | null;
  startedAt: Temporal.Instant | null;
  finishedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  deletedAt: Temporal.Instant | null;
  isDeleted: boolean;
};

export const mailingColumns = [
  'id',
  'title',
  'status',
  'status_before',
  'error_code',
  'error_reason',
  'mode',
  'test_phones',
  'version',
  'settings',
  'listed_after',
  'listed_at',
  'listed_counts',
  'planned_count',
  'next_wave_at',
  'held_by',
  'judged_sent',
  'judged_failed',
  'is_proven',
  'decides_at',
  'winner',
  'series_id',
  'started_at',
  'finished_at',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

export type MailingColumns = Omit<Selectable<Mailings>, 'tenant_id'>;

export function toMailing(row: MailingColumns): StoredMailing {
  return {
    id: MailingId.parse(row.id),
    title: row.title,
    status: MailingStatus.parse(row.status),
    statusBefore: MailingStatus.nullable().catch(null).parse(row.status_before),
    errorCode: MailingErrorCode.nullable().catch(null).parse(row.error_code),
    errorReason: row.error_reason,
    mode: FlowMode.parse(row.mode),
    testPhones: row.test_phones,
    version: row.version,
    settings: MailingSettings.parse(row.settings),
    listedAfter: row.listed_after,
    listedAt: row.listed_at,
    listedCounts: row.listed_counts as ListedCounts,
    plannedCount: row.planned_count,
    nextWaveAt: row.next_wave_at,
    heldBy: DecisionRule.nullable().catch(null).parse(row.held_by),
    judged: { sent: row.judged_sent, failed: row.judged_failed },
    isProven: row.is_proven,
    decidesAt: row.decides_at,
    winner: row.winner,
    seriesId: MailingId.nullable().parse(row.series_id),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    isDeleted: row.deleted_at !== null,
  };
}

/** Adds up a mailing's list. Audience = excluded + control + recipients. */
export function sumListed({ listedCounts, plannedCount }: Pick<StoredMailing, 'listedCounts' | 'plannedCount'>) {
  const { '': recipients = 0, control_group: control = 0, ...excluded } = listedCounts;
  const audience = Object.values(listedCounts).reduce((sum, count) => sum + count, 0);
  return { audience, excluded, control, recipients, waiting: recipients - plannedCount };
}

/** Whether the texts of an A/B test are still compared: the recipients beside the test wait. */
export function isOnTrial({ settings, winner }: Pick<StoredMailing, 'settings' | 'winner'>): boolean {
  return settings.experiment !== null && winner === null;
}
