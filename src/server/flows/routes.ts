import { listBranchStops, listConnectionStops } from '#contract/connection-stops.ts';
import * as trials from '#contract/flow-trials.ts';
import * as contract from '#contract/flows.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { changeTestPhones, createFlow, duplicateFlow, getFlow, listFlows, saveFlow } from './editing/actions.ts';
import { serveManyFlows } from './many-routes.ts';
import { serveFlowPolicy } from './policy/routes.ts';
import { previewFlow } from './preview/preview.ts';
import { continueFlow, deleteFlow, pauseFlow, restoreFlow, switchFlowMode } from './editing/status-actions.ts';
import { describeStops } from './stops/stops.ts';
import { sendFlowTest } from './preview/trials.ts';

export function serveFlows(serve: Serve): void {
  serve(contract.listFlows, (ctx, { query }) => withTenant(ctx.db, ctx.tenantId, (scope) => listFlows(scope, query)));
  serve(trials.getTestPhones, async (ctx) => {
    const { testPhones } = await withTenant(ctx.db, ctx.tenantId, getTenant);
    return { testPhones };
  });
  serve(trials.setTestPhones, async (ctx, { body }) => ({ testPhones: await changeTestPhones(ctx, body.testPhones) }));
  serve(contract.getFlow, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => getFlow(scope, params.flowId)),
  );
  serve(contract.createFlow, (ctx, { body }) => createFlow(ctx, body));
  serve(contract.saveFlow, (ctx, { params, body }) => saveFlow(ctx, params.flowId, body));
  serve(contract.pauseFlow, (ctx, { params }) => pauseFlow(ctx, params.flowId));
  serve(contract.continueFlow, (ctx, { params }) => continueFlow(ctx, params.flowId));
  serve(contract.switchFlowMode, (ctx, { params, body }) => switchFlowMode(ctx, params.flowId, body.mode));
  serve(contract.duplicateFlow, (ctx, { params }) => duplicateFlow(ctx, params.flowId));
  serve(contract.deleteFlow, async (ctx, { params }) => {
    await deleteFlow(ctx, params.flowId);
    return {};
  });
  serve(contract.restoreFlow, (ctx, { params }) => restoreFlow(ctx, params.flowId));
  serve(listConnectionStops, (ctx, { params }) => describeStops(ctx, params));
  serve(listBranchStops, (ctx, { params }) => describeStops(ctx, params));
  serve(trials.previewFlow, (ctx, { body }) => previewFlow(ctx, body));
  serve(trials.sendFlowTest, (ctx, { body }) => sendFlowTest(ctx, body));
  serveManyFlows(serve);
  serveFlowPolicy(serve);
}
