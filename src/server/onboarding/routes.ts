import * as contract from '#contract/onboarding.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getHome, listNotices, readNotices } from './actions.ts';

export function serveOnboarding(serve: Serve): void {
  serve.inTenant(contract.getHome, (scope, { query }) => getHome(scope, query.branchId));
  serve.inTenant(contract.listNotices, listNotices);
  serve.inTenant(contract.readNotices, async (scope) => {
    await readNotices(scope);
    return {};
  });
}
