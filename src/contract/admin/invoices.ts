import { z } from 'zod';
import { Invoice, InvoiceId } from '#contract/billing/invoices.ts';
import { endpoint } from '#contract/endpoint.ts';
import { PageQuery, pageOf } from '#contract/primitives.ts';
import { UserParams } from './calls.ts';

export const listUserInvoices = endpoint({
  method: 'GET',
  path: '/api/v1/Admin/Users/:userId/Invoices',
  access: 'admin',
  summary: "Invoices of a person's cabinet, newest first.",
  params: UserParams,
  query: PageQuery,
  reply: pageOf(Invoice),
  problems: ['member.not_found'],
});

export const finishInvoice = endpoint({
  method: 'POST',
  path: '/api/v1/Admin/Users/:userId/Invoices/:invoiceId',
  access: 'admin',
  summary: 'Marks an invoice paid, which gives what was bought once, or cancels it.',
  params: UserParams.extend({ invoiceId: InvoiceId }),
  body: z.object({ status: z.enum(['paid', 'cancelled']) }),
  reply: Invoice,
  problems: ['member.not_found', 'invoice.not_found', 'invoice.final'],
});
