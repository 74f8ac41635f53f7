import { sql } from 'kysely';
import type { FlowMode } from '#contract/flows/calls.ts';
import type { MailingId, MailingStatus } from '#contract/mailings/calls.ts';
import { FINAL } from '#server/mailings/storage/alive.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orderOf, type SenderPage, titleKey } from '#server/senders/listing/page-reads.ts';
import { hasText } from '#server/texts/replacing/replacing-reads.ts';
import { mailingColumns, type StoredMailing, toMailing } from '#server/mailings/storage/stored-mailings.ts';

export type MailingFilter = {
  status?: MailingStatus | undefined;
  mode?: FlowMode | undefined;
  search?: string | undefined;
  seriesId?: MailingId | undefined;
  isDeleted?: boolean | undefined;
  /** Mailings that may contain it: in the title or the stored JSON of the settings, ignoring case. */
  text?: string | undefined;
  /** For `text`: only these; absent: all that are not over. */
  mailingIds?: readonly MailingId[] | undefined;
};

export type ListedMailing = StoredMailing & { after: [string, MailingId] };

/** One page of mailings, and one more row when there is a next page. */
export async function listMailingPage(scope: TenantScope, page: SenderPage<MailingFilter>): Promise<ListedMailing[]> {
  const { isBehind, by, keyOf } = orderOf(page);
  const rows = await filtered(scope, page.filter)
    .select([...mailingColumns, titleKey])
    .where(isBehind)
    .orderBy(by[0])
    .orderBy(by[1])
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => {
    const mailing = toMailing(row);
    return { ...mailing, after: [keyOf(row), mailing.id] };
  });
}

export async function countMailingsByStatus(
  scope: TenantScope,
  filter: Omit<MailingFilter, 'status'>,
): Promise<Record<string, number>> {
  const rows = await filtered(scope, filter)
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

export async function countDeleted(scope: TenantScope, filter: Omit<MailingFilter, 'status'>): Promise<number> {
  const { count } = await filtered(scope, { ...filter, isDeleted: true })
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function filtered({ tx, tenantId }: TenantScope, { isDeleted = false, ...filter }: MailingFilter) {
  const { status, mode, search, seriesId, text, mailingIds } = filter;
  let query = tx
    .selectFrom('mailings')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null);
  if (status) query = query.where('status', '=', status);
  if (seriesId) query = query.where(({ eb, or }) => or([eb('series_id', '=', seriesId), eb('id', '=', seriesId)]));
  if (mode) query = query.where('mode', '=', mode);
  if (search) query = query.where(sql<boolean>`strpos(lower(title), lower(${search})) > 0`);
  if (text) query = query.where(hasText(text));
  if (mailingIds) query = query.where('id', '=', sql<string>`any (${[...mailingIds]}::uuid[])`);
  else if (text) query = query.where('status', 'not in', [...FINAL]);
  return query;
}
