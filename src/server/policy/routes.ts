import * as contract from '#contract/policy/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { setContactPolicy } from './actions.ts';
import { previewPolicy } from './effect.ts';
import type { PolicySenders } from './port.ts';
import { getContactPolicy } from './reads.ts';
import { reportPolicy } from './report.ts';

export function servePolicy(serve: Serve, senders: PolicySenders): void {
  serve.inTenant(contract.getContactPolicy, getContactPolicy);
  serve.inTenant(contract.setContactPolicy, (scope, { body }) => setContactPolicy(scope, body));
  serve.inTenant(contract.previewContactPolicy, (scope, { body }) => previewPolicy(scope, senders, body));
  serve.inTenant(contract.getPolicyReport, (scope) => reportPolicy(scope, senders));
}
