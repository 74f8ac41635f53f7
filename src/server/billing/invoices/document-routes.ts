import type { FastifyInstance } from 'fastify';
import { InvoiceId } from '#contract/billing/invoices.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { verifyIds } from '#server/platform/secrets/signed-ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { INVOICE_PURPOSE } from './invoice-actions.ts';
import { findInvoice } from './invoice-queries.ts';
import { writtenNumber } from './invoice-rules.ts';
import { writeInvoicePdf } from './pdf.ts';

const DRAWINGS_PER_MINUTE = { limit: 20, periodMs: 60_000 };

/** `GET /invoices/<token>`: the document, for any caller with its address. */
export function serveInvoiceDocuments(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { token: string } }>('/invoices/:token', async (request, reply) => {
    const [tenant, invoice] = verifyIds(ctx, INVOICE_PURPOSE, request.params.token, 2) ?? [];
    const tenantId = TenantId.safeParse(tenant).data;
    const id = InvoiceId.safeParse(invoice).data;
    if (!tenantId || !id) throw new Problem('invoice.not_found');
    const allowance = await consumeRateLimit(ctx.db, `invoice:${id}`, DRAWINGS_PER_MINUTE);
    if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
    const found = await withTenant(ctx, tenantId, (scope) => findInvoice(scope, id));
    if (!found) throw new Problem('invoice.not_found');
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="invoice-${writtenNumber(found)}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(await writeInvoicePdf(found));
  });
}
