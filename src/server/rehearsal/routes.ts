import { listConflicts } from '#contract/policy/calls.ts';
import * as contract from '#contract/rehearsal/calls.ts';
import type { PolicySenders } from '#server/policy/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { cancelRehearsal, describeRehearsal, listRows, startRehearsal } from './actions.ts';
import { describeConflicts } from './conflicts.ts';
import { pageOfRehearsals } from './list.ts';

export function serveRehearsal(serve: Serve, senders: PolicySenders): void {
  serve.inTenant(contract.startRehearsal, (scope, { body }) => startRehearsal(scope, body));
  serve.inTenant(contract.listRehearsals, (scope, { query }) => pageOfRehearsals(scope, query));
  serve.inTenant(contract.getRehearsal, (scope, { params }) => describeRehearsal(scope, params.rehearsalId));
  serve.inTenant(contract.cancelRehearsal, (scope, { params }) => cancelRehearsal(scope, params.rehearsalId));
  serve.inTenant(contract.listRehearsalRows, (scope, { params, query }) => listRows(scope, params.rehearsalId, query));
  serve.inTenant(listConflicts, (scope, { query }) =>
    describeConflicts(scope, { senders, senderId: query.senderId ?? null }),
  );
}
