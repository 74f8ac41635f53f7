import type { FastifyInstance } from 'fastify';
import { PaymentId } from '#contract/billing/calls.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { followCardJob, followPaymentJob, followRefundJob } from '#server/billing/jobs.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { refundsAtBank } from '#server/billing/refunds/refunding-actions.ts';
import { listPendingByProviderId } from '#server/billing/renewals/card-queries.ts';
import { findPayment } from './payment-queries.ts';

// NOTE: a process: the bank names the cabinet, and nothing it says is trusted.

const BODY_LIMIT_BYTES = 65_536;

/**
 * `POST /payment-notifications/<provider>`: the bank says that a payment changed. It is one address for the deployment, and not
 * signed, so a job asks the bank itself; who posts inventions learns and changes nothing.
 */
export function servePaymentNotifications(app: FastifyInstance, ctx: Context, provider: PaymentProvider): void {
  app.post(`/payment-notifications/${provider.kind}`, { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const named = provider.readNotification(request.body);
    const tenantId = TenantId.safeParse(named?.tenantId).data;
    const paymentId = PaymentId.safeParse(named?.paymentId).data;
    if (named && tenantId && paymentId) {
      await withTenant(ctx, tenantId, async (scope) => {
        const payment = await findPayment(scope, paymentId);
        if (payment?.status !== 'pending') return;
        await enqueue(scope, followPaymentJob, { tenantId, paymentId, providerId: named.providerId });
      });
    }
    await noteRefunds(ctx, provider, request.body);
    const card = provider.readCardNotification(request.body);
    if (card) await checkCards(ctx, card.providerId);
    return reply.send({});
  });
}

/** Queues the check of refunds: a notification about one names the bank's payment alone. */
async function noteRefunds(ctx: Context, provider: PaymentProvider, body: unknown): Promise<void> {
  const named = provider.readRefundNotification(body);
  if (!named) return;
  for (const { tenantId, refundId } of await refundsAtBank(ctx, provider, named.paymentProviderId))
    await withTenant(ctx, tenantId, (scope) => enqueue(scope, followRefundJob, { tenantId, refundId }));
}

/** A notification about a card names no cabinet: the bank's id is of one that waits, or of none. */
async function checkCards(ctx: Context, providerId: string): Promise<void> {
  await withSystem(ctx, async (scope) => {
    for (const about of await listPendingByProviderId(scope, providerId)) await enqueue(scope, followCardJob, about);
  });
}
