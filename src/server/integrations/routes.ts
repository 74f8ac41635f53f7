import * as events from '#contract/api-events.ts';
import * as tokens from '#contract/api-tokens.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { takePayloads } from './posting-actions.ts';
import { readCart, readContact, readCustomEvent, readOrder, readVisit } from './reading-actions.ts';
import { createToken, describeRequests, describeTokens, revokeToken } from './token-actions.ts';

export function serveIntegrations(serve: Serve): void {
  serve(tokens.listApiTokens, (ctx) => describeTokens(ctx));
  serve(tokens.createApiToken, (ctx, { body }) => createToken(ctx, body));
  serve(tokens.revokeApiToken, async (ctx, { params }) => {
    await revokeToken(ctx, params.apiTokenId);
    return {};
  });
  serve(tokens.listApiRequests, (ctx) => withTenant(ctx.db, ctx.tenantId, describeRequests));

  serve(events.postContacts, (ctx, { body }) => takePayloads(ctx, 'contacts', body));
  serve(events.postVisits, (ctx, { body }) => takePayloads(ctx, 'visits', body));
  serve(events.postOrders, (ctx, { body }) => takePayloads(ctx, 'orders', body));
  serve(events.postCarts, (ctx, { body }) => takePayloads(ctx, 'carts', body));
  serve(events.postCustomEvents, (ctx, { body }) => takePayloads(ctx, 'custom', body));
  serve(events.readContact, (ctx, { params }) => readContact(ctx, params.externalId));
  serve(events.readVisit, (ctx, { params }) => readVisit(ctx, params.externalId));
  serve(events.readOrder, (ctx, { params }) => readOrder(ctx, params.externalId));
  serve(events.readCart, (ctx, { params }) => readCart(ctx, params.externalId));
  serve(events.readCustomEvent, (ctx, { params }) => readCustomEvent(ctx, params.externalId));
}
