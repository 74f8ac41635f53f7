import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Connection } from '#contract/connections/calls.ts';
import type { ConsentKind } from '#contract/connections/consent.ts';
import type { Context, MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { connectAccount } from '#server/connections/connecting/connecting-actions.ts';
import { unwrap } from '#server/connections/connecting/unwrapping.ts';
import { getProvider } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { insertConsent, consumeConsent } from './consent-queries.ts';
import { CONSENT_MINUTES, readReturn, stateOf } from './consent-states.ts';

// NOTE: a process: it calls an outside service between transactions.

const RETENTION_HOURS = 24;

/** Whether the deployment has an integration at the system. */
export function isConsentConfigured({ config }: Pick<Context, 'config'>, kind: ConsentKind): boolean {
  return Boolean(config[kind].clientId && config[kind].clientSecret);
}

/** Starts a consent. @returns the address of the system's page @throws {Problem} `consent.not_configured` */
export async function startConsent(scope: MemberScope, kind: ConsentKind): Promise<string> {
  const { clientId, consentUrl } = scope.config[kind];
  if (!clientId || !isConsentConfigured(scope, kind)) throw new Problem('consent.not_configured');
  const { tenantId, memberId } = scope;
  const now = scope.clock.now();
  const id = randomUUID();
  await insertConsent(scope, { id, kind, memberId }, { now, storedSince: now.subtract({ hours: RETENTION_HOURS }) });
  const origin = scope.site.pageOrigin ?? scope.config.publicUrl;
  const url = new URL(consentUrl);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('state', stateOf(scope.vault, { tenantId, memberId }, id, origin));
  return url.href;
}

/**
 * Connects the account that gave a consent, with its only branch. The state is used up before the code is exchanged,
 * so that a page loaded twice exchanges it once.
 *
 * @throws {Problem} `consent.…`, and those of connecting
 */
export async function finishConsent(
  ctx: MemberContext & SourceContext,
  { kind, search }: { kind: ConsentKind; search: string },
): Promise<z.input<typeof Connection>> {
  if (!isConsentConfigured(ctx, kind)) throw new Problem('consent.not_configured');
  const { tenantId, memberId } = ctx;
  const { consentId, code, host } = readReturn(ctx.vault, { tenantId, memberId }, search);
  const isAccount = ctx.config[kind].accountDomains.some((domain) => host.endsWith(`.${domain}`));
  if (!isAccount) throw new Problem('consent.wrong_address');
  const now = ctx.clock.now();
  const startedAfter = now.subtract({ minutes: CONSENT_MINUTES });
  const isUsed = await withTenant(ctx, tenantId, (scope) =>
    consumeConsent(scope, { id: consentId, kind, memberId }, { now, startedAfter }),
  );
  if (!isUsed) throw new Problem('consent.wrong_state');

  const provider = getProvider(ctx, kind);
  const requester = { tenantId, isUrgent: true };
  const account = unwrap(await provider.signIn(requester, { code, host }));
  const caller = { ...requester, credentials: account.credentials };
  try {
    const offered = unwrap(await provider.listBranches(caller));
    return await connectAccount(ctx, kind, {
      account,
      offered,
      chosen: offered.map((facts) => ({ facts, takesWebhooks: false })),
    });
  } catch (error) {
    await provider.forget?.(caller);
    throw error;
  }
}
