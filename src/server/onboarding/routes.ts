import * as contract from '#contract/onboarding.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getHome, listNotices, readNotices } from './actions.ts';

export function serveOnboarding(serve: Serve): void {
  serve(contract.getHome, (ctx, { query }) => getHome(ctx, query.branchId));
  serve(contract.listNotices, listNotices);
  serve(contract.readNotices, async (ctx) => {
    await readNotices(ctx);
    return {};
  });
}
