import { z } from 'zod';
import { cartProblem, priceOf, totalOf } from '#contract/billing/cart.ts';
import { PaymentId } from '#contract/billing/calls.ts';
import type * as contract from '#contract/billing/invoices.ts';
import { type Invoice, InvoiceId } from '#contract/billing/invoices.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { getMemberEmail, getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import { mailInvoiceJob } from '#server/billing/jobs.ts';
import { nextCheckSeconds } from '#server/billing/payments/check-rules.ts';
import { finishPayment, insertPayment } from '#server/billing/payments/payment-queries.ts';
import { givePayment, notePaid } from '#server/billing/payments/settling-actions.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { signIds } from '#server/platform/secrets/signed-ids.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import {
  findInvoice,
  findRequisites,
  insertInvoice,
  listInvoiceRows,
  putRequisites,
  setFinished,
  type StoredInvoice,
  takeNumber,
} from './invoice-queries.ts';
import { writtenNumber } from './invoice-rules.ts';

export const INVOICE_PURPOSE = 'invoice';

/** The currency of invoices; null where the deployment names no seller. */
export const invoiceCurrency = (
  { config }: Pick<ActionScope, 'config'>,
  provider: PaymentProvider | null,
): 'RUB' | 'USD' | null => (config.seller ? (provider?.currencies[0] ?? 'RUB') : null);

/**
 * Issues an invoice for a cart, keeps the requisites for the next one, and queues the mail. The number is taken in this transaction.
 *
 * @throws {Problem} a refusal of the cart, `invoice.not_offered` or `payment.total_changed`
 */
export async function issueInvoice(
  scope: MemberScope,
  provider: PaymentProvider | null,
  { lines, totalMinor, ...buyer }: BodyOf<typeof contract.createInvoice>,
): Promise<Invoice> {
  const { seller } = scope.config;
  const currency = invoiceCurrency(scope, provider);
  if (!seller || !currency) throw new Problem('invoice.not_offered');
  const { brand } = await getTenant(scope);
  for (const line of lines) {
    const problem = cartProblem(line, BRANDS[brand]);
    if (problem) throw new Problem(problem);
  }
  const amountMinor = totalOf(lines, currency);
  if (amountMinor !== totalMinor) throw new Problem('payment.total_changed', { totalMinor: amountMinor });
  await putRequisites(scope, buyer);
  const [id, issuedAt] = [newId(InvoiceId), scope.clock.now()];
  const { year } = issuedAt.toZonedDateTimeISO(seller.timeZone);
  const invoice = {
    id,
    year,
    seller,
    buyer,
    lines: lines.map((line) => {
      const { amountMinor: sum, discountMinor } = priceOf(line, currency);
      return { line, amountMinor: sum, discountMinor };
    }),
    amountMinor,
    currency,
    language: await getMemberLanguage(scope, scope.memberId),
    issuedAt,
    number: await takeNumber(scope, seller.taxId, year),
  };
  await insertInvoice(scope, invoice, scope.memberId);
  const object = { kind: 'invoice' as const, id, title: writtenNumber(invoice) };
  await recordAudit(scope, { action: 'invoice.created', object, after: { amountMinor, currency } });
  const { tenantId, memberId, config, site } = scope;
  const origin = site.origin ?? originOfBrand(config, brand);
  await enqueue(scope, mailInvoiceJob, { tenantId, memberId, invoiceId: id, site: { brand, origin } });
  await announce(scope, 'billing');
  return shown(scope, { ...invoice, status: 'issued', finishedAt: null });
}

/** The requisites that the form begins with. */
export async function getRequisites(scope: MemberScope): Promise<ReplyOf<typeof contract.getRequisites>> {
  const known = await findRequisites(scope);
  if (known) return known;
  const { countryId } = await getTenant(scope);
  const email = await getMemberEmail(scope, scope.memberId);
  return { countryId, name: '', taxId: '', kpp: '', address: '', email };
}

const InvoiceCursor = z.tuple([z.iso.datetime(), InvoiceId]);

/** Lists invoices, newest first. */
export async function pageOfInvoices(
  scope: ActionScope,
  { cursor, limit }: QueryOf<typeof contract.listInvoices>,
): Promise<ReplyOf<typeof contract.listInvoices>> {
  const rows = await listInvoiceRows(scope, { after: readCursor(cursor, InvoiceCursor), limit });
  return toPage(
    rows,
    limit,
    (row) => shown(scope, row),
    (row) => [row.issuedAt.toString(), row.id],
  );
}

/**
 * Ends an invoice. A paid one gives what was bought, once; a repeated call changes nothing.
 *
 * @throws {Problem} `invoice.not_found`, or `invoice.final` when it has ended otherwise
 */
export async function finishInvoice(scope: ActionScope, id: InvoiceId, status: 'paid' | 'cancelled'): Promise<Invoice> {
  const invoice = await findInvoice(scope, id, { isLocked: true });
  if (!invoice) throw new Problem('invoice.not_found');
  if (invoice.status === status) return shown(scope, invoice);
  if (invoice.status !== 'issued') throw new Problem('invoice.final');
  const now = scope.clock.now();
  await setFinished(scope, id, { status, now });
  const action = status === 'paid' ? 'invoice.paid' : 'invoice.changed';
  await recordAudit(scope, {
    action,
    object: { kind: 'invoice', id, title: writtenNumber(invoice) },
    after: { status },
  });
  if (status === 'paid') await writePaid(scope, invoice, now);
  await announce(scope, 'billing');
  return shown(scope, { ...invoice, status, finishedAt: now });
}

/** Writes the payment of an invoice, under its id, and gives what was bought. It counts as any other payment. */
async function writePaid(scope: ActionScope, invoice: StoredInvoice, now: Temporal.Instant): Promise<void> {
  const { amountMinor, currency, buyer } = invoice;
  const id = PaymentId.parse(invoice.id);
  const lines = invoice.lines.map((line) => ({ ...line, promoDiscountMinor: 0 }));
  await insertPayment(scope, {
    id,
    lines,
    amountMinor,
    currency,
    promo: null,
    provider: 'invoice',
    returnUrl: '',
    email: buyer.email,
    memberId: null,
    isAutoPay: false,
    now,
    firstCheckSeconds: nextCheckSeconds(0),
  });
  await finishPayment(scope, id, { status: 'succeeded', providerId: null, reason: null, now });
  await givePayment(scope, { id, lines });
  await notePaid(scope, { id, amountMinor, currency, lines });
}

/** The public address of the document. */
export function invoiceUrl(
  { vault, config, tenantId }: Pick<ActionScope, 'vault' | 'config' | 'tenantId'>,
  id: string,
) {
  return `${new URL(config.publicUrl).origin}/invoices/${signIds({ vault }, INVOICE_PURPOSE, [tenantId, id])}`;
}

function shown(scope: ActionScope, invoice: StoredInvoice): Invoice {
  const { id, status, lines, amountMinor, currency, buyer, issuedAt, finishedAt } = invoice;
  return {
    id,
    number: writtenNumber(invoice),
    status,
    lines,
    amountMinor,
    currency,
    buyerName: buyer.name,
    email: buyer.email,
    pdfUrl: invoiceUrl(scope, id),
    issuedAt: issuedAt.toString(),
    finishedAt: finishedAt?.toString() ?? null,
  };
}
