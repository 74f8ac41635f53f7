import * as contract from '#contract/connections/consent.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { finishConsent, isConsentConfigured, startConsent } from './consent-actions.ts';
import { receiveAmoRemoval } from './removal-actions.ts';

export function serveConsents(serve: Serve, { sourceProviders }: { sourceProviders: SourceProviders }): void {
  serve.inTenant(contract.getConsent, async (scope, { query }) => ({
    isConfigured: isConsentConfigured(scope, query.kind),
  }));
  serve.inTenant(contract.startConsent, async (scope, { body }) => ({ url: await startConsent(scope, body.kind) }));
  serve(contract.finishConsent, (ctx, { body }) => finishConsent({ ...ctx, sourceProviders }, body));
  serve(contract.receiveAmoDisconnection, async (ctx, { query }) => {
    await receiveAmoRemoval(ctx, {
      accountId: query.account_id,
      clientId: query.client_uuid,
      signature: query.signature,
    });
    return {};
  });
}
