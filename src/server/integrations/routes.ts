import type { ApiScope } from '#contract/integrations/events.ts';
import * as events from '#contract/integrations/events.ts';
import * as tokens from '#contract/integrations/tokens.ts';
import type { ApiClients } from '#server/platform/context/api-clients.ts';
import type { ApiClientContext, Context } from '#server/platform/context/context.ts';
import { withRetry, withTenant } from '#server/platform/database/db.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { takePayloads } from './posting-actions.ts';
import { readCart, readContact, readCustomEvent, readOrder, readVisit } from './reading-actions.ts';
import {
  createToken,
  describeRequests,
  describeTokens,
  noteCall,
  readToken,
  revokeToken,
  tenantOfApiToken,
} from './token-actions.ts';

export function serveIntegrations(serve: Serve): void {
  serve.inTenant(tokens.listApiTokens, (scope) => describeTokens(scope));
  serve.inTenant(tokens.createApiToken, (scope, { body }) => createToken(scope, body));
  serve.inTenant(tokens.revokeApiToken, async (scope, { params }) => {
    await revokeToken(scope, params.apiTokenId);
    return {};
  });
  serve.inTenant(tokens.listApiRequests, describeRequests);

  serve(events.postContacts, (ctx, { body }) => take(ctx, 'contacts', body));
  serve(events.postVisits, (ctx, { body }) => take(ctx, 'visits', body));
  serve(events.postOrders, (ctx, { body }) => take(ctx, 'orders', body));
  serve(events.postCarts, (ctx, { body }) => take(ctx, 'carts', body));
  serve(events.postCustomEvents, (ctx, { body }) => take(ctx, 'custom', body));
  serve.inTenant(events.readContact, (scope, { params }) => readContact(scope, params.externalId));
  serve.inTenant(events.readVisit, (scope, { params }) => readVisit(scope, params.externalId));
  serve.inTenant(events.readOrder, (scope, { params }) => readOrder(scope, params.externalId));
  serve.inTenant(events.readCart, (scope, { params }) => readCart(scope, params.externalId));
  serve.inTenant(events.readCustomEvent, (scope, { params }) => readCustomEvent(scope, params.externalId));
}

/** Two clients may post the same item at once. */
function take(ctx: ApiClientContext, kind: ApiScope, body: { items: unknown[] }): ReturnType<typeof takePayloads> {
  return withRetry(ctx, ctx.tenantId, (scope) => takePayloads(scope, kind, body));
}

/** Authenticates API clients for the platform, and records their calls. */
export function apiClientsOf(ctx: Context): ApiClients {
  return {
    async read(token) {
      const tenantId = tenantOfApiToken(token);
      return tenantId && withTenant(ctx, tenantId, (scope) => readToken(scope, token));
    },
    note: (client, called) => withTenant(ctx, client.tenantId, (scope) => noteCall(scope, client, called)),
  };
}
