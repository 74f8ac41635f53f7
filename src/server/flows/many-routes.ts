import { changeFlows } from '#contract/flows/bulk.ts';
import * as contract from '#contract/flows/calls.ts';
import * as list from '#contract/flows/list.ts';
import { countFlowLosses, getFlowReach } from '#contract/flows/reach.ts';
import { findFlowTexts, replaceFlowTexts } from '#contract/flows/texts.ts';
import * as transfers from '#contract/flows/transfers.ts';
import * as versions from '#contract/flows/versions.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { serveSender } from '#server/senders/serve-actions.ts';
import { countAll, getRow, listNames, listRows } from './listing/listing.ts';
import { describeLosses } from './reach/attention.ts';
import { describeReach } from './reach/reach.ts';
import { flowSender } from './sender.ts';
import { countHistoryWaiting, movePeople } from './versions/version-actions.ts';

/** Binds the calls of the list, of whom flows reach, and of their history. */
export function serveManyFlows(serve: Serve): void {
  serve.inTenant(list.listFlowRows, (scope, { query }) => listRows(scope, query));
  serve.inTenant(list.countFlows, (scope, { query }) => countAll(scope, query));
  serve.inTenant(list.listFlowTitles, listNames);
  serve.inTenant(list.getFlowRow, (scope, { params }) => getRow(scope, params.flowId));
  serve.inTenant(getFlowReach, (scope, { body }) => describeReach(scope, body));
  serve.inTenant(countFlowLosses, describeLosses);

  serveSender(serve, flowSender, {
    changes: {
      pause: contract.pauseFlow,
      continue: contract.continueFlow,
      mode: contract.switchFlowMode,
      delete: contract.deleteFlow,
      restore: contract.restoreFlow,
    },
    listVersions: versions.listFlowVersions,
    rollBack: versions.rollBackFlow,
    rollBackMany: versions.rollBackFlows,
    changeMany: changeFlows,
    findTexts: findFlowTexts,
    replaceTexts: replaceFlowTexts,
    listTransfers: transfers.listTransfers,
    send: transfers.sendFlows,
    cancelTransfer: transfers.cancelTransfer,
    acceptOffer: transfers.acceptOffer,
    declineOffer: transfers.declineOffer,
  });
  serve.inTenant(versions.countFlowWaiting, (scope, { params }) => countHistoryWaiting(scope, params.flowId));
  serve.inTenant(versions.moveFlowPeople, async (scope, { params }) => {
    await movePeople(scope, params.flowId);
    return {};
  });
}
