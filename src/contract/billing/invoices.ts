import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { Line, PricedLine } from './calls.ts';
import { checkTaxIds, REQUISITES_FIELDS } from './requisites.ts';
import { PRICE_CURRENCIES } from './tariffs.ts';

export const InvoiceId = z.uuid().brand('InvoiceId');
export type InvoiceId = z.infer<typeof InvoiceId>;

export const INVOICE_STATUSES = ['issued', 'paid', 'cancelled'] as const;

export const Invoice = z.object({
  id: InvoiceId,
  /** Unique for the seller, e.g. `2026-00012`. */
  number: z.string(),
  /** `paid` and `cancelled` are final. */
  status: z.enum(INVOICE_STATUSES),
  lines: z.array(PricedLine),
  amountMinor: z.int(),
  currency: z.enum(PRICE_CURRENCIES),
  buyerName: z.string(),
  /** Where it was mailed to. */
  email: z.string(),
  /** Any caller with the address may read the document. */
  pdfUrl: z.string(),
  issuedAt: Instant,
  finishedAt: Instant.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceParams = z.object({ invoiceId: InvoiceId });

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/v1/invoices',
  access: 'member',
  summary: 'Invoices, newest first.',
  query: PageQuery,
  reply: pageOf(Invoice),
});

export const getRequisites = endpoint({
  method: 'GET',
  path: '/api/v1/invoices/requisites',
  access: 'owner',
  summary: 'What the last invoice said about the company; of a cabinet without one, its country and the e-mail alone.',
  reply: z.object({
    countryId: z.int(),
    name: z.string(),
    taxId: z.string(),
    kpp: z.string(),
    address: z.string(),
    email: z.string(),
  }),
});

export const createInvoice = endpoint({
  method: 'POST',
  path: '/api/v1/invoices',
  access: 'owner',
  summary: 'Issues an invoice for a cart, and mails it to the given e-mail.',
  takesIdempotencyKey: true,
  ratePerMinute: 10,
  body: z
    .object({
      ...REQUISITES_FIELDS,
      lines: z.array(Line).min(1, { error: 'required' }).max(20),
      /** The sum that the payer has seen. */
      totalMinor: z.int(),
    })
    .superRefine(checkTaxIds),
  reply: Invoice,
  problems: [
    'invoice.not_offered',
    'tariff.not_sold',
    'item.not_found',
    'message_top_up.too_small',
    'rating_top_up.too_small',
    'ai_top_up.too_small',
    'top_up.too_large',
    'payment.total_changed',
  ],
});

export const cancelInvoice = endpoint({
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/cancel',
  access: 'owner',
  summary: 'Cancels an invoice that was not paid; it keeps its number.',
  params: InvoiceParams,
  reply: Invoice,
  problems: ['invoice.not_found', 'invoice.final'],
});
