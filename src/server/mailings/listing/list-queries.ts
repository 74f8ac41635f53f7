import { sql } from 'kysely';
import { z } from 'zod';
import type { FlowMode } from '#contract/flows/calls.ts';
import { MailingId, type MailingStatus } from '#contract/mailings/calls.ts';
import type { MAILING_SORTS } from '#contract/mailings/values.ts';
import { FINAL } from '#server/mailings/storage/alive.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { hasText } from '#server/texts/replacing/replacing-reads.ts';
import { mailingColumns, type StoredMailing, toMailing } from '#server/mailings/storage/stored-mailings.ts';

export type MailingFilter = {
  status?: MailingStatus | undefined;
  mode?: FlowMode | undefined;
  search?: string | undefined;
  isDeleted?: boolean | undefined;
};

export type MailingOrder = { sort: (typeof MAILING_SORTS)[number]; isDescending: boolean };

/** The cursor of a page: the value of its order, and the id. */
export const MailingsAfter = {
  created: z.tuple([z.iso.datetime(), MailingId]),
  updated: z.tuple([z.iso.datetime(), MailingId]),
  title: z.tuple([z.string().max(200), MailingId]),
} satisfies Record<MailingOrder['sort'], z.ZodType>;
type After = [string, MailingId];

export type ListedMailing = StoredMailing & { after: After };

const SORT_KEYS = {
  created: { key: sql`created_at`, type: sql`timestamptz` },
  updated: { key: sql`updated_at`, type: sql`timestamptz` },
  title: { key: sql`lower(title)`, type: sql`text` },
};

/** One page of mailings, and one more row when there is a next page. */
export async function listMailingPage(
  scope: TenantScope,
  page: { filter: MailingFilter; order: MailingOrder; after: After | null; limit: number },
): Promise<ListedMailing[]> {
  const { key, type } = SORT_KEYS[page.order.sort];
  const direction = page.order.isDescending ? sql`desc` : sql`asc`;
  const isBehind = page.order.isDescending ? sql`<` : sql`>`;
  const rows = await filtered(scope, page.filter)
    .select(mailingColumns)
    .select(sql<string>`lower(title)`.as('title_key'))
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(${key}, id) ${isBehind} (${page.after?.[0]}::${type}, ${page.after?.[1]}::uuid)`),
    )
    .orderBy(sql`${key} ${direction}`)
    .orderBy(sql`id ${direction}`)
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => {
    const keys = { created: String(row.created_at), updated: String(row.updated_at), title: row.title_key };
    const mailing = toMailing(row);
    return { ...mailing, after: [keys[page.order.sort], mailing.id] };
  });
}

/**
 * Mailings that may contain a text, newest first, and one more row when there are more. A coarse filter: matches the title and
 * the stored JSON of the settings, ignoring case.
 *
 * @param mailingIds only these; absent: all that are not over
 */
export async function listMailingsWithText(
  scope: TenantScope,
  page: {
    text: string;
    filter: MailingFilter & { mailingIds?: readonly MailingId[] | undefined };
    after: After | null;
    limit: number;
  },
): Promise<ListedMailing[]> {
  const { mailingIds, ...filter } = page.filter;
  const rows = await filtered(scope, filter)
    .select(mailingColumns)
    .$if(mailingIds !== undefined, (query) =>
      query.where('id', '=', sql<string>`any (${[...(mailingIds ?? [])]}::uuid[])`),
    )
    .$if(mailingIds === undefined, (query) => query.where('status', 'not in', [...FINAL]))
    .where(hasText(page.text))
    .where(isBeyond([sql.ref('created_at'), sql.ref('id')], page.after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => {
    const mailing = toMailing(row);
    return { ...mailing, after: [String(row.created_at), mailing.id] };
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

function filtered({ tx, tenantId }: TenantScope, { status, mode, search, isDeleted = false }: MailingFilter) {
  let query = tx
    .selectFrom('mailings')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null);
  if (status) query = query.where('status', '=', status);
  if (mode) query = query.where('mode', '=', mode);
  if (search) query = query.where(sql<boolean>`strpos(lower(title), lower(${search})) > 0`);
  return query;
}
