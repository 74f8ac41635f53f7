import { sql } from 'kysely';
import { z } from 'zod';
import { PricedLine } from '#contract/billing/calls.ts';
import { INVOICE_STATUSES, InvoiceId } from '#contract/billing/invoices.ts';
import type { Requisites } from '#contract/billing/requisites.ts';
import { PRICE_CURRENCIES } from '#contract/billing/tariffs.ts';
import { Language } from '#contract/primitives.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Seller } from '#server/platform/deployment/seller.ts';
import { isBeyond } from '#server/platform/values/cursor.ts';

/** The buyer as it was stored: valid when the invoice was issued. */
export const StoredBuyer = z.object({
  countryId: z.int(),
  name: z.string(),
  taxId: z.string(),
  kpp: z.string(),
  address: z.string(),
  email: z.string(),
});

const Stored = z.object({
  id: InvoiceId,
  status: z.enum(INVOICE_STATUSES),
  year: z.int(),
  number: z.int(),
  seller: Seller,
  buyer: StoredBuyer,
  lines: z.array(PricedLine),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  language: Language,
  issuedAt: z.custom<Temporal.Instant>(),
  finishedAt: z.custom<Temporal.Instant | null>(),
});
export type StoredInvoice = z.infer<typeof Stored>;

const COLUMNS = [
  'id',
  'status',
  'year',
  'number',
  'seller',
  'buyer',
  'lines',
  'amount_minor as amountMinor',
  'currency',
  'language',
  'issued_at as issuedAt',
  'finished_at as finishedAt',
] as const;

/** Takes the next number of a seller and year; others wait until the transaction ends. */
export async function takeNumber({ tx }: TenantScope, seller: string, year: number): Promise<number> {
  const row = await tx
    .insertInto('invoice_numbers')
    .values({ seller, year, last: 1 })
    .onConflict((conflict) =>
      conflict.columns(['seller', 'year']).doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return row.last;
}

export async function insertInvoice(
  { tx, tenantId }: TenantScope,
  invoice: Omit<StoredInvoice, 'status' | 'finishedAt'>,
  memberId: MemberId,
): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      tenant_id: tenantId,
      id: invoice.id,
      status: 'issued',
      seller_tax_id: invoice.seller.taxId,
      year: invoice.year,
      number: invoice.number,
      seller: JSON.stringify(invoice.seller),
      buyer: JSON.stringify(invoice.buyer),
      lines: JSON.stringify(invoice.lines),
      amount_minor: invoice.amountMinor,
      currency: invoice.currency,
      language: invoice.language,
      member_id: memberId,
      issued_at: invoice.issuedAt,
    })
    .execute();
}

export async function findInvoice(
  { tx, tenantId }: TenantScope,
  id: InvoiceId,
  { isLocked = false } = {},
): Promise<StoredInvoice | undefined> {
  const row = await tx
    .selectFrom('invoices')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && Stored.parse(row);
}

/** Lists invoices, newest first; one more than `limit`. */
export async function listInvoiceRows(
  { tx, tenantId }: TenantScope,
  { after, limit }: { after: readonly [issuedAt: string, id: string] | null; limit: number },
): Promise<StoredInvoice[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(isBeyond([sql.ref('issued_at'), sql.ref('id')], after, 'desc'))
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => Stored.parse(row));
}

export async function setFinished(
  { tx, tenantId }: TenantScope,
  id: InvoiceId,
  { status, now }: { status: 'paid' | 'cancelled'; now: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ status, finished_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'issued')
    .execute();
}

export async function findRequisites({ tx, tenantId }: TenantScope): Promise<Requisites | undefined> {
  const row = await tx
    .selectFrom('company_requisites')
    .select('requisites')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && StoredBuyer.parse(row.requisites);
}

export async function putRequisites({ tx, tenantId }: TenantScope, requisites: Requisites): Promise<void> {
  const stored = JSON.stringify(requisites);
  await tx
    .insertInto('company_requisites')
    .values({ tenant_id: tenantId, requisites: stored })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ requisites: stored }))
    .execute();
}
