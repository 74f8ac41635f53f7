import * as cascade from '#contract/channels/cascade.ts';
import * as contract from '#contract/channels/calls.ts';
import * as stops from '#contract/channels/stops.ts';
import * as partners from '#contract/channels/partners.ts';
import * as pairing from '#contract/channels/pairing.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { saveCascade, viewCascade } from './storage/cascading.ts';
import { syncTemplates } from './health/checking.ts';
import {
  connectChannel,
  listSenders,
  reconnectChannel,
  removeChannel,
  renameChannel,
  restoreChannel,
} from './connecting/connecting.ts';
import { makePairingLink } from './pairing/pairing-links.ts';
import { requestPhoneCode } from './pairing/phone-code.ts';
import { cancelPairing, findPairing, readPairing, startPairing } from './pairing/pairing.ts';
import { finishPartnerConnect, listPartnerKinds, startPartnerConnect } from './connecting/partner-connecting.ts';
import type { ChannelProviders } from './port.ts';
import type { CountDueMessages } from './senders-port.ts';
import { serveSignIn } from './pairing/sign-in-routes.ts';
import { describeStops, type StoppingServices } from './health/stopping.ts';
import { viewChannels, viewChannelDetails } from './connecting/viewing.ts';

export function serveChannels(
  serve: Serve,
  given: { providers: ChannelProviders; countDueMessages: CountDueMessages } & StoppingServices,
): void {
  serve.inTenant(contract.listChannels, async (scope, { query }) => ({
    channels: await viewChannels({ ...scope, ...given }, query.kind),
  }));
  serve.inTenant(contract.getChannel, (scope, { params }) =>
    viewChannelDetails({ ...scope, ...given }, params.channelId),
  );
  serve.inTenant(stops.listChannelStops, (scope, { params }) =>
    describeStops({ ...scope, ...given }, params.channelId),
  );
  serve.inTenant(cascade.getCascade, (scope) => viewCascade(scope));
  serve.inTenant(cascade.saveCascade, (scope, { body }) => saveCascade(scope, body));
  serve(contract.connectChannel, (ctx, { body }) => connectChannel({ ...ctx, ...given }, body));
  serve(contract.listChannelSenders, async (ctx, { body }) => ({
    senders: await listSenders({ ...ctx, ...given }, body),
  }));
  serve(contract.reconnectChannel, (ctx, { params, body }) =>
    reconnectChannel({ ...ctx, ...given }, params.channelId, body),
  );
  serve.inTenant(contract.renameChannel, (scope, { params, body }) =>
    renameChannel({ ...scope, ...given }, params.channelId, body.title),
  );
  serve(contract.removeChannel, async (ctx, { params }) => {
    await removeChannel({ ...ctx, ...given }, params.channelId);
    return {};
  });
  serve(contract.restoreChannel, (ctx, { params }) => restoreChannel({ ...ctx, ...given }, params.channelId));
  serve(contract.syncChannelTemplates, async (ctx, { params }) => ({
    templates: await syncTemplates({ ...ctx, ...given }, ctx.tenantId, params.channelId),
  }));
  serve.inTenant(partners.listChannelPartners, async () => ({ kinds: listPartnerKinds(given.providers) }));
  serve(partners.startPartnerConnect, async (ctx, { body }) => startPartnerConnect({ ...ctx, ...given }, body.kind));
  serve(partners.finishPartnerConnect, (ctx, { body }) => finishPartnerConnect({ ...ctx, ...given }, body));
  serve(pairing.startPairing, (ctx, { body }) => startPairing({ ...ctx, ...given }, ctx.tenantId, body));
  serve.inTenant(pairing.findPairing, async (scope, { query }) => ({ pairing: await findPairing(scope, query.kind) }));
  serve(pairing.getPairing, (ctx, { params }) => readPairing({ ...ctx, ...given }, ctx.tenantId, params.channelId));
  serve(pairing.cancelPairing, async (ctx, { params }) => {
    await cancelPairing({ ...ctx, ...given }, ctx.tenantId, params.channelId);
    return {};
  });
  serve(pairing.requestPhoneCode, (ctx, { params, body }) =>
    requestPhoneCode({ ...ctx, ...given }, params.channelId, body.phone),
  );
  serve.inTenant(pairing.linkPairing, (scope, { params }) => makePairingLink(scope, params.channelId));
  serveSignIn(serve, given.providers);
}
