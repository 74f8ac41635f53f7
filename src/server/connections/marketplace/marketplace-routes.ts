import * as contract from '#contract/connections/marketplace.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { receiveLifecycle } from './application-actions.ts';
import { describeInstall, describeMarketplaces, describeLink, startInstall } from './marketplace-actions.ts';

export function serveMarketplace(serve: Serve): void {
  serve(contract.readMarketplaceLink, async (ctx, { body }) => describeLink(ctx, body));
  serve.inTenant(contract.startInstall, (scope, { body }) => startInstall(scope, body));
  serve.inTenant(contract.getInstall, (scope, { params }) => describeInstall(scope, params.installId));
  serve.inTenant(contract.getMarketplace, (scope, { query }) => describeMarketplaces(scope, query.kind));
  serve(contract.receiveYclientsMarketplace, async (ctx, { body }) => {
    await receiveLifecycle(ctx, 'yclients', body);
    return {};
  });
  serve(contract.receiveAltegioMarketplace, async (ctx, { body }) => {
    await receiveLifecycle(ctx, 'altegio', body);
    return {};
  });
}
