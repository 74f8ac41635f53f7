import * as list from '#contract/flows/list.ts';
import { countFlowLosses, getFlowReach } from '#contract/flows/reach.ts';
import * as versions from '#contract/flows/versions.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { countAll, getRow, listNames, listRows } from './listing/listing.ts';
import { describeLosses } from './reach/attention.ts';
import { describeReach } from './reach/reach.ts';
import { countHistoryWaiting, listHistory, movePeople, rollBack } from './versions/version-actions.ts';

/** Binds the calls of the list, of whom flows reach, and of their history. */
export function serveManyFlows(serve: Serve): void {
  serve.inTenant(list.listFlowRows, (scope, { query }) => listRows(scope, query));
  serve.inTenant(list.countFlows, (scope, { query }) => countAll(scope, query));
  serve.inTenant(list.listFlowTitles, listNames);
  serve.inTenant(list.getFlowRow, (scope, { params }) => getRow(scope, params.flowId));
  serve.inTenant(getFlowReach, (scope, { body }) => describeReach(scope, body));
  serve.inTenant(countFlowLosses, describeLosses);

  serve.inTenant(versions.listFlowVersions, (scope, { params, query }) => listHistory(scope, params.flowId, query));
  serve.inTenant(versions.rollBackFlow, (scope, { params, body }) => rollBack(scope, params.flowId, body));
  serve.inTenant(versions.countFlowWaiting, (scope, { params }) => countHistoryWaiting(scope, params.flowId));
  serve.inTenant(versions.moveFlowPeople, async (scope, { params }) => {
    await movePeople(scope, params.flowId);
    return {};
  });
}
