import * as contract from '#contract/connections.ts';
import type { Serve } from '#server/platform/serve.ts';
import {
  describeConnection,
  describeConnections,
  removeConnection,
  restoreConnection,
  resyncConnection,
  setBranchActive,
} from './actions.ts';
import { connectBranches, offerBranches } from './connecting-actions.ts';
import { takeBranchWebhooks } from './checking-actions.ts';
import type { SourceProviders } from './port.ts';

export function serveConnections(serve: Serve, { sourceProviders }: { sourceProviders: SourceProviders }): void {
  serve(contract.listConnections, async (ctx, { query }) => ({
    connections: await describeConnections(ctx, ctx.tenantId, query.kind),
  }));
  serve(contract.getConnection, (ctx, { params }) => describeConnection(ctx, ctx.tenantId, params.connectionId));
  serve(contract.offerBranches, (ctx, { body: { kind, ...given } }) =>
    offerBranches({ ...ctx, sourceProviders }, kind, given),
  );
  serve(contract.connectBranches, (ctx, { body: { kind, ...wanted } }) =>
    connectBranches({ ...ctx, sourceProviders }, kind, wanted),
  );
  serve(contract.takeBranchWebhooks, (ctx, { params }) => takeBranchWebhooks({ ...ctx, sourceProviders }, params));
  serve(contract.resyncConnection, (ctx, { params }) => resyncConnection(ctx, params.connectionId));
  serve(contract.setBranchActive, (ctx, { params, body }) => setBranchActive(ctx, { ...params, ...body }));
  serve(contract.removeConnection, async (ctx, { params }) => {
    await removeConnection(ctx, params.connectionId);
    return {};
  });
  serve(contract.restoreConnection, (ctx, { params }) => restoreConnection(ctx, params.connectionId));
}
