import * as contract from '#contract/marketplace.ts';
import type { Serve } from '#server/platform/serve.ts';
import { receiveLifecycle } from './application-actions.ts';
import { describeInstall, describeMarketplaces, describeLink, startInstall } from './marketplace-actions.ts';

export function serveMarketplace(serve: Serve): void {
  serve(contract.readMarketplaceLink, async (ctx, { body }) => describeLink(ctx, body));
  serve(contract.startInstall, (ctx, { body }) => startInstall(ctx, body));
  serve(contract.getInstall, (ctx, { params }) => describeInstall(ctx, ctx.tenantId, params.installId));
  serve(contract.getMarketplace, (ctx, { query }) => describeMarketplaces(ctx, ctx.tenantId, query.kind));
  serve(contract.hearYclientsMarketplace, async (ctx, { body }) => {
    await receiveLifecycle(ctx, 'yclients', body);
    return {};
  });
  serve(contract.hearAltegioMarketplace, async (ctx, { body }) => {
    await receiveLifecycle(ctx, 'altegio', body);
    return {};
  });
}
