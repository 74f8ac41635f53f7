import * as contract from '#contract/channels/pairing-sign-in.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import { enterCode, enterPassword, sendCode, viewSignIn } from './sign-in.ts';

export function serveSignIn(serve: Serve, providers: ChannelProviders): void {
  serve.inTenant(contract.getSignIn, (scope, { params }) => viewSignIn({ ...scope, providers }, params.channelId));
  serve(contract.sendSignInCode, (ctx, { params, body }) =>
    sendCode({ ...ctx, providers }, params.channelId, body.phone),
  );
  serve(contract.enterSignInCode, (ctx, { params, body }) =>
    enterCode({ ...ctx, providers }, params.channelId, body.code),
  );
  serve(contract.enterSignInPassword, (ctx, { params, body }) =>
    enterPassword({ ...ctx, providers }, params.channelId, body.password),
  );
}
