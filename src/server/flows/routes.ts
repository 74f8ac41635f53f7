import { listBranchStops, listConnectionStops } from '#contract/connections/stops.ts';
import * as trials from '#contract/flows/trials.ts';
import * as contract from '#contract/flows/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { changeTestPhones, createFlow, duplicateFlow, getFlow, listFlows, saveFlow } from './editing/actions.ts';
import { serveManyFlows } from './many-routes.ts';
import { previewFlow } from './preview/preview.ts';
import { describeStops } from './stops/stops.ts';
import { sendFlowTest } from './preview/trials.ts';

export function serveFlows(serve: Serve): void {
  serve.inTenant(contract.listFlows, (scope, { query }) => listFlows(scope, query));
  serve.inTenant(trials.getTestPhones, async (scope) => {
    const { testPhones } = await getTenant(scope);
    return { testPhones };
  });
  serve.inTenant(trials.setTestPhones, async (scope, { body }) => ({
    testPhones: await changeTestPhones(scope, body.testPhones),
  }));
  serve.inTenant(contract.getFlow, (scope, { params }) => getFlow(scope, params.flowId));
  serve.inTenant(contract.createFlow, (scope, { body }) => createFlow(scope, body));
  serve.inTenant(contract.saveFlow, (scope, { params, body }) => saveFlow(scope, params.flowId, body));
  serve.inTenant(contract.duplicateFlow, (scope, { params }) => duplicateFlow(scope, params.flowId));
  serve.inTenant(listConnectionStops, (scope, { params }) => describeStops(scope, params));
  serve.inTenant(listBranchStops, (scope, { params }) => describeStops(scope, params));
  serve.inTenant(trials.previewFlow, (scope, { body }) => previewFlow(scope, body));
  serve.inTenant(trials.sendFlowTest, (scope, { body }) => sendFlowTest(scope, body));
  serveManyFlows(serve);
}
