import { rollBackMany } from './bulk/rolling-back.ts';
import * as bulk from '#contract/flow-bulk.ts';
import * as list from '#contract/flow-list.ts';
import { addFlowFromTemplate, listFlowTemplates } from '#contract/flow-templates.ts';
import * as texts from '#contract/flow-texts.ts';
import * as versions from '#contract/flow-versions.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { changeMany } from './bulk/bulk.ts';
import { addFromTemplate, listTemplateCards } from './gallery/gallery.ts';
import { countAll, getRow, listNames, listRows } from './listing/listing.ts';
import { findTexts, replaceTexts } from './bulk/replacing.ts';
import { countHistoryWaiting, listHistory, movePeople, rollBack } from './versions/versions.ts';

/** Binds the calls of the list, and those that concern many flows or their history. */
export function serveManyFlows(serve: Serve): void {
  serve(list.listFlowRows, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => listRows(ctx, scope, query)),
  );
  serve(list.countFlows, (ctx, { query }) => withTenant(ctx.db, ctx.tenantId, (scope) => countAll(scope, query)));
  serve(list.listFlowTitles, (ctx) => withTenant(ctx.db, ctx.tenantId, listNames));
  serve(list.getFlowRow, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => getRow(ctx, scope, params.flowId)),
  );
  serve(listFlowTemplates, (ctx, { query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => listTemplateCards(ctx, scope, query)),
  );
  serve(addFlowFromTemplate, (ctx, { body }) => addFromTemplate(ctx, body));
  serve(bulk.changeFlows, (ctx, { body }) => changeMany(ctx, body));

  serve(versions.listFlowVersions, (ctx, { params, query }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => listHistory(scope, params.flowId, query)),
  );
  serve(versions.rollBackFlow, (ctx, { params, body }) => rollBack(ctx, params.flowId, body));
  serve(versions.rollBackFlows, (ctx, { body }) => rollBackMany(ctx, body));
  serve(versions.countFlowWaiting, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => countHistoryWaiting(ctx, scope, params.flowId)),
  );
  serve(versions.moveFlowPeople, async (ctx, { params }) => {
    await movePeople(ctx, params.flowId);
    return {};
  });

  serve(texts.findFlowTexts, (ctx, { body }) => withTenant(ctx.db, ctx.tenantId, (scope) => findTexts(scope, body)));
  serve(texts.replaceFlowTexts, (ctx, { body }) => replaceTexts(ctx, body));
}
