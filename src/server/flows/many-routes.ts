import { rollBackMany } from './bulk/rolling-back.ts';
import * as bulk from '#contract/flow-bulk.ts';
import * as list from '#contract/flow-list.ts';
import { countFlowLosses, getFlowReach } from '#contract/flow-reach.ts';
import { addFlowFromTemplate, listFlowTemplates } from '#contract/flow-templates.ts';
import * as texts from '#contract/flow-texts.ts';
import * as versions from '#contract/flow-versions.ts';
import type { Serve } from '#server/platform/serve.ts';
import { changeMany } from './bulk/bulk.ts';
import { addFromTemplate, listTemplateCards } from './gallery/gallery.ts';
import { countAll, getRow, listNames, listRows } from './listing/listing.ts';
import { findTexts, replaceTexts } from './bulk/replacing.ts';
import { describeLosses } from './reach/attention.ts';
import { describeReach } from './reach/reach.ts';
import { countHistoryWaiting, listHistory, movePeople, rollBack } from './versions/versions.ts';

/** Binds the calls of the list, and those that concern many flows or their history. */
export function serveManyFlows(serve: Serve): void {
  serve.inTenant(list.listFlowRows, (scope, { query }) => listRows(scope, query));
  serve.inTenant(list.countFlows, (scope, { query }) => countAll(scope, query));
  serve.inTenant(list.listFlowTitles, listNames);
  serve.inTenant(list.getFlowRow, (scope, { params }) => getRow(scope, params.flowId));
  serve.inTenant(listFlowTemplates, (scope, { query }) => listTemplateCards(scope, query));
  serve.inTenant(addFlowFromTemplate, (scope, { body }) => addFromTemplate(scope, body));
  serve.inTenant(getFlowReach, (scope, { body }) => describeReach(scope, body));
  serve.inTenant(countFlowLosses, describeLosses);
  serve(bulk.changeFlows, (ctx, { body }) => changeMany(ctx, body));

  serve.inTenant(versions.listFlowVersions, (scope, { params, query }) => listHistory(scope, params.flowId, query));
  serve.inTenant(versions.rollBackFlow, (scope, { params, body }) => rollBack(scope, params.flowId, body));
  serve.inTenant(versions.rollBackFlows, (scope, { body }) => rollBackMany(scope, body));
  serve.inTenant(versions.countFlowWaiting, (scope, { params }) => countHistoryWaiting(scope, params.flowId));
  serve.inTenant(versions.moveFlowPeople, async (scope, { params }) => {
    await movePeople(scope, params.flowId);
    return {};
  });

  serve.inTenant(texts.findFlowTexts, (scope, { body }) => findTexts(scope, body));
  serve.inTenant(texts.replaceFlowTexts, (scope, { body }) => replaceTexts(scope, body));
}
