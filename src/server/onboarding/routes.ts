import * as contract from '#contract/onboarding/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getHome, listNotices, readNotices } from './actions.ts';

export function serveOnboarding(serve: Serve): void {
  serve.inTenant(contract.getHome, (scope, { query }) => getHome(scope, query.branchId));
  serve.inTenant(contract.listNotices, listNotices);
  serve.inTenant(contract.readNotices, async (scope) => {
    await readNotices(scope);
    return {};
  });
}
