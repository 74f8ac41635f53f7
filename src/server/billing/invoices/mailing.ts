import type { z } from 'zod';
import { mailDocument } from '#server/auth/mails/mail-actions.ts';
import type { mailInvoiceJob } from '#server/billing/jobs.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { invoiceUrl } from './invoice-actions.ts';
import { findInvoice } from './invoice-queries.ts';
import { billingText, inMoney, writtenNumber } from './invoice-rules.ts';
import { writeInvoicePdf } from './pdf.ts';

// NOTE: a process: it draws the document and sends the mail after its transaction.

/** Mails an invoice to the address it was requested for; one that was cancelled meanwhile is not sent. */
export async function mailInvoice(
  ctx: Context,
  { tenantId, memberId, invoiceId, site }: z.output<typeof mailInvoiceJob.payload>,
): Promise<void> {
  const invoice = await withTenant(ctx, tenantId, (scope) => findInvoice(scope, invoiceId));
  if (!invoice || invoice.status === 'cancelled') return;
  const { language, buyer, amountMinor, currency } = invoice;
  const number = writtenNumber(invoice);
  const values = { number, buyer: buyer.name, sum: inMoney(amountMinor, currency, language) };
  const t = (part: 'subject' | 'heading' | 'text' | 'button' | 'note') => billingText(language, `mail.${part}`, values);
  await mailDocument(ctx, {
    tenantId,
    memberId,
    site,
    id: invoiceId,
    to: buyer.email,
    words: {
      subject: t('subject'),
      heading: t('heading'),
      text: t('text'),
      button: t('button'),
      note: t('note'),
      link: invoiceUrl({ ...ctx, tenantId }, invoiceId),
    },
    file: { name: `invoice-${number}.pdf`, mime: 'application/pdf', bytes: await writeInvoicePdf(invoice) },
  });
}
