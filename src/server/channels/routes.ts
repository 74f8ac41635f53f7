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
import type { ChannelProviders, CountDueMessages } from './port.ts';
import { viewChannels, viewChannelWhole } from './viewing.ts';

export function serveChannels(
  serve: Serve,
  given: { providers: ChannelProviders; countDueMessages: CountDueMessages },
): void {
  serve(contract.listChannels, async (ctx, { query }) => ({
    channels: await withTenant(ctx.db, ctx.tenantId, (scope) => viewChannels({ ...ctx, ...given }, scope, query.kind)),
  }));
  serve(contract.getChannel, (ctx, { params }) =>
    withTenant(ctx.db, ctx.tenantId, (scope) => viewChannelWhole({ ...ctx, ...given }, scope, params.channelId)),
  );
  serve(contract.connectChannel, (ctx, { body }) => connectChannel({ ...ctx, ...given }, body));
  serve(contract.listChannelSenders, async (ctx, { body }) => ({
    senders: await listSenders({ ...ctx, ...given }, body),
  }));
  serve(contract.reconnectChannel, (ctx, { params, body }) =>
    reconnectChannel({ ...ctx, ...given }, params.channelId, body),
  );
  serve(contract.renameChannel, (ctx, { params, body }) =>
    renameChannel({ ...ctx, ...given }, params.channelId, body.title),
  );
  serve(contract.removeChannel, async (ctx, { params }) => {
    await removeChannel({ ...ctx, ...given }, params.channelId);
    return {};
  });
  serve(contract.restoreChannel, (ctx, { params }) => restoreChannel({ ...ctx, ...given }, params.channelId));
  serve(contract.syncChannelTemplates, async (ctx, { params }) => ({
    templates: await syncTemplates({ ...ctx, ...given }, ctx.tenantId, params.channelId),
  }));
}
