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
  serve.inTenant(quickStart.getQuickStart, (scope, { query }) => getQuickStart(scope, query.kind));
  serve.inTenant(quickStart.saveQuickStart, (scope, { body }) => saveQuickStart(scope, body));
  serve.inTenant(quickStart.makeQuickStartFlow, (scope, { body }) => makeFlow(scope, body.kind));
  serve.inTenant(quickStart.startQuickStart, (scope, { body }) => startQuickStart(scope, body));
}
