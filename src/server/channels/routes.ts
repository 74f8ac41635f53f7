import * as contract from '#contract/channels.ts';
import { withTenant } from '#server/platform/db.ts';
import type { Serve } from '#server/platform/serve.ts';
import { syncTemplates } from './checking.ts';
import {
  connectChannel,
  listSenders,
  reconnectChannel,
  removeChannel,
  renameChannel,
  restoreChannel,
} from './connecting.ts';
import type { ChannelProviders } from './port.ts';
import { viewChannels, viewChannelWhole } from './viewing.ts';

export function serveChannels(serve: Serve, providers: ChannelProviders): void {
  serve(contract.listChannels, async (ctx, { query }) => ({
    channels: await withTenant(ctx.db, ctx.tenantId, (scope) => viewChannels({ ...ctx, providers }, scope, query.kind)),
  }));
  serve(contract.getChannel, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => viewChannelWhole({ ...ctx, providers }, scope, params.channelId)),
  );
  serve(contract.connectChannel, (ctx, { body }) => connectChannel({ ...ctx, providers }, body));
  serve(contract.listChannelSenders, async (ctx, { body }) => ({
    senders: await listSenders({ ...ctx, providers }, body),
  }));
  serve(contract.reconnectChannel, (ctx, { params, body }) =>
    reconnectChannel({ ...ctx, providers }, params.channelId, body),
  );
  serve(contract.renameChannel, (ctx, { params, body }) =>
    renameChannel({ ...ctx, providers }, params.channelId, body.title),
  );
  serve(contract.removeChannel, async (ctx, { params }) => {
    await removeChannel({ ...ctx, providers }, params.channelId);
    return {};
  });
  serve(contract.restoreChannel, (ctx, { params }) => restoreChannel({ ...ctx, providers }, params.channelId));
  serve(contract.syncChannelTemplates, async (ctx, { params }) => ({
    templates: await syncTemplates({ ...ctx, providers }, ctx.tenantId, params.channelId),
  }));
}
