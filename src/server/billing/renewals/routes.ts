import * as contract from '#contract/billing/subscriptions.ts';
import type { PaymentProvider } from '#server/billing/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { followCard, openBinding, toBoundCard } from './binding.ts';
import { findCard } from './card-queries.ts';
import { paySubscription } from './charging.ts';
import { cancelSubscription, resumeSubscription } from './subscription-actions.ts';
import { pageOfCharges, readSubscriptions } from './subscription-reads.ts';

export function serveRenewals(serve: Serve, provider: PaymentProvider | null): void {
  serve.inTenant(contract.listSubscriptions, (scope) => readSubscriptions(scope, provider));
  serve.inTenant(contract.listCharges, (scope, { params, query }) => pageOfCharges(scope, params, query));
  serve.inTenant(contract.cancelSubscription, (scope, { params }) => cancelSubscription(scope, params.subscriptionId));
  serve.inTenant(contract.resumeSubscription, (scope, { params }) => resumeSubscription(scope, params.subscriptionId));
  serve(contract.paySubscription, (ctx, { params }) => paySubscription(ctx, provider, params.subscriptionId));
  serve(contract.bindCard, (ctx, { body }) => openBinding(ctx, provider, body));
  serve(contract.getCard, async (ctx, { params: { cardId } }) => {
    const { tenantId } = ctx;
    // NOTE: a member who returns from the bank may be faster than its notification.
    if (provider) await followCard(ctx, provider, { tenantId, cardId });
    const card = await withTenant(ctx, tenantId, (scope) => findCard(scope, cardId));
    if (!card) throw new Problem('card.not_found');
    return toBoundCard(card);
  });
}
