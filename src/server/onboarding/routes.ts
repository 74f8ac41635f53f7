import * as contract from '#contract/onboarding/calls.ts';
import * as quickStart from '#contract/onboarding/quick-start.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getHome, listNotices, readNotices } from './actions.ts';
import { getQuickStart, makeFlow, saveQuickStart, startQuickStart } from './quick-start/actions.ts';

export function serveOnboarding(serve: Serve): void {
  serve.inTenant(contract.getHome, (scope, { query }) => getHome(scope, query.branchId));
  serve.inTenant(contract.listNotices, listNotices);
  serve.inTenant(contract.readNotices, async (scope) => {
    await readNotices(scope);
    return {};
  });
  serve.inTenant(quickStart.getQuickStart, (scope, { params }) => getQuickStart(scope, params.kind));
  serve.inTenant(quickStart.saveQuickStart, (scope, { params, body }) => saveQuickStart(scope, params.kind, body));
  serve.inTenant(quickStart.makeQuickStartFlow, (scope, { params }) => makeFlow(scope, params.kind));
  serve.inTenant(quickStart.startQuickStart, (scope, { params, body }) => startQuickStart(scope, params.kind, body));
}
