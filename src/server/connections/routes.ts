import * as contract from '#contract/connections/calls.ts';
import * as commands from '#contract/connections/commands.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import {
  changeSignatures,
  describeConnection,
  describeConnections,
  removeConnection,
  restoreConnection,
  resyncConnection,
  setBranchActive,
} from './storage/actions.ts';
import { setBranchChannel } from './storage/branch-channel-actions.ts';
import { connectBranches, offerBranches } from './connecting/connecting-actions.ts';
import { listCommands, retryCommand } from './commands/command-actions.ts';
import { takeBranchWebhooks } from './connecting/checking-actions.ts';
import type { SourceProviders } from './port.ts';

export function serveConnections(serve: Serve, { sourceProviders }: { sourceProviders: SourceProviders }): void {
  serve.inTenant(contract.listConnections, async (scope, { query }) => ({
    connections: await describeConnections(scope, query.kind),
  }));
  serve.inTenant(contract.getConnection, (scope, { params }) => describeConnection(scope, params.connectionId));
  serve(contract.offerBranches, (ctx, { body: { kind, ...given } }) =>
    offerBranches({ ...ctx, sourceProviders }, kind, given),
  );
  serve(contract.connectBranches, (ctx, { body: { kind, ...wanted } }) =>
    connectBranches({ ...ctx, sourceProviders }, kind, wanted),
  );
  serve(contract.takeBranchWebhooks, (ctx, { params }) => takeBranchWebhooks({ ...ctx, sourceProviders }, params));
  serve.inTenant(contract.changeSignatures, (scope, { params, body }) =>
    changeSignatures(scope, { ...params, ...body }),
  );
  serve.inTenant(contract.resyncConnection, (scope, { params }) => resyncConnection(scope, params.connectionId));
  serve.inTenant(contract.setBranchActive, (scope, { params, body }) => setBranchActive(scope, { ...params, ...body }));
  serve.inTenant(contract.setBranchChannel, (scope, { params, body }) =>
    setBranchChannel(scope, { ...params, ...body }),
  );
  serve.inTenant(contract.removeConnection, async (scope, { params }) => {
    await removeConnection(scope, params.connectionId);
    return {};
  });
  serve.inTenant(commands.listConnectionCommands, (scope, { params, query }) => listCommands(scope, params, query));
  serve.inTenant(commands.retryConnectionCommand, (scope, { params }) => retryCommand(scope, params));
  serve.inTenant(contract.restoreConnection, (scope, { params }) => restoreConnection(scope, params.connectionId));
}
