import * as contract from '#contract/marketplace.ts';
import type { Serve } from '#server/platform/serve.ts';
import { hearLifecycle } from './application-actions.ts';
import { describeInstall, describeMarketplaces, lookAtLink, startInstall } from './marketplace-actions.ts';

export function serveMarketplace(serve: Serve): void {
  serve(contract.readMarketplaceLink, async (ctx, { body }) => lookAtLink(ctx, body));
  serve(contract.startInstall, (ctx, { body }) => startInstall(ctx, body));
  serve(contract.getInstall, (ctx, { params }) => describeInstall(ctx, ctx.tenantId, params.installId));
  serve(contract.getMarketplace, (ctx, { query }) => describeMarketplaces(ctx, ctx.tenantId, query.kind));
  serve(contract.hearYclientsMarketplace, async (ctx, { body }) => {
    await hearLifecycle(ctx, 'yclients', body);
    return {};
  });
  serve(contract.hearAltegioMarketplace, async (ctx, { body }) => {
    await hearLifecycle(ctx, 'altegio', body);
    return {};
  });
}
