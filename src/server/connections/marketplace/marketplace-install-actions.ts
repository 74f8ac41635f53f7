import type { ActionScope } from '#server/platform/context/context.ts';
import type { InstallId, InstallRefusal } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { type TenantScope, withSystem, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { earlierOf, isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import {
  findExternalIdClaim,
  releaseExternalId,
  releaseExternalIds,
  reserveExternalId,
} from '#server/platform/database/external-ids.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newSecret } from '#server/platform/secrets/vault.ts';
import { raiseNotice } from '#server/tenants/actions.ts';
import { listConnectionsOfBranch } from '#server/connections/connecting/application-queries.ts';
import { dropFormerWebhook } from '#server/connections/connecting/webhook-actions.ts';
import { adoptBranch, applicationWebhookUrl } from './marketplace-connecting.ts';
import { runInstallJob } from '#server/connections/marketplace-jobs.ts';
import type { MarketplaceContext } from '#server/connections/marketplace-port.ts';
import {
  findInstall,
  finishInstall,
  type InstallBranchChange,
  type KnownInstall,
  type KnownInstallBranch,
  updateInstallBranch,
} from './marketplace-queries.ts';
import { judgeConsent, pauseAfter } from './marketplace-rules.ts';
import type { Requester, Refusal } from '#server/connections/port.ts';
import { systemCredentials } from '#server/connections/storage/secrets.ts';

// NOTE: a process: it calls an outside service between transactions.

type Run = { ctx: MarketplaceContext; install: KnownInstall; requester: Requester };

/** Result of one attempt: settled, or to be retried. */
type Outcome =
  | { kind: 'active'; title: string }
  | { kind: 'refused'; reason: InstallRefusal; text?: string | null }
  | { kind: 'late'; text: string | null }
  | { kind: 'again'; text: string | null; retryAfterMs: number | null };

/**
 * Attempts every waiting branch of an install, then plans its own next run, until all are settled or the vendor's hour
 * is over. An interrupted run is repeated from the rows: a branch that the vendor activated already is reported as
 * installed, which counts as success.
 */
export async function runInstall(
  ctx: MarketplaceContext,
  tenantId: TenantId,
  installId: InstallId,
  signal: AbortSignal,
): Promise<void> {
  const install = await withTenant(ctx, tenantId, (scope) => findInstall(scope, installId));
  if (!install || install.finishedAt) return;
  const run: Run = { ctx, install, requester: { tenantId, isUrgent: true, signal } };
  const pauses: number[] = [];
  for (const branch of install.branches.filter(({ state }) => state === 'waiting')) {
    if (signal.aborted) break;
    const outcome = await tryBranch(run, branch);
    await withTenant(ctx, tenantId, (scope) => record(scope, run, branch, outcome));
    if (outcome.kind === 'again') pauses.push(pauseAfter(branch.attempts + 1, outcome.retryAfterMs));
  }
  await withTenant(ctx, tenantId, (scope) => goOnOrFinish(scope, installId, Math.min(...pauses)));
}

async function tryBranch(run: Run, branch: KnownInstallBranch): Promise<Outcome> {
  const { ctx, install, requester } = run;
  const { kind, applicationId } = install;
  const { tenantId } = requester;
  const outside = { kind, externalId: branch.externalId };
  const claim = { kind, name: branch.externalId, sourceId: install.id };
  const application = { branchId: branch.externalId, applicationId };
  const provider = ctx.sourceProviders.get(kind);
  const marketplace = ctx.marketplaces.get(kind);
  if (!provider || !marketplace) throw new Error(`No marketplace of ${kind}`);
  if (!isBefore(ctx.clock.now(), install.givesUpAt)) return giveUp(branch);

  const holder = await withSystem(ctx, (scope) => findExternalIdClaim(scope, claim));
  if (holder && holder.tenantId !== tenantId) return { kind: 'refused', reason: 'elsewhere' };

  const status = await marketplace.statusOf(requester, application);
  if (!status.isOk) return again(status);
  const owned = await withTenant(ctx, tenantId, (scope) => listConnectionsOfBranch(scope, outside));
  const isKnown = owned.some(({ isLive }) => isLive);
  const consent = judgeConsent(status.value, { consentSeenAt: branch.consentSeenAt, isKnown });
  if (!consent.isGiven) return { kind: 'refused', reason: consent.reason };

  const isReserved = await withTenant(ctx, tenantId, async (scope) => {
    if (status.value === 'pending') await note(scope, run, branch, { consentSeenAt: ctx.clock.now() });
    return reserveExternalId(scope, claim);
  });
  if (!isReserved) return { kind: 'refused', reason: 'elsewhere' };

  const webhookUrl = applicationWebhookUrl(ctx, tenantId, install);
  const activated = await marketplace.activate(requester, application, { webhookUrl, apiKey: newSecret() });
  if (!activated.isOk) return mayPass(activated) ? again(activated) : refusedBy(activated);
  await withTenant(ctx, tenantId, (scope) => note(scope, run, branch, { activatedAt: ctx.clock.now() }));

  const caller = { ...requester, credentials: systemCredentials(ctx, kind) };
  const read = await provider.getBranch(caller, branch.externalId);
  if (!read.isOk) return again(read);
  const facts = read.value;
  if (!facts) return { kind: 'again', text: 'no_branches', retryAfterMs: null };
  const adopted = await withTenant(ctx, tenantId, (scope) => adoptBranch(scope, install, facts));
  if (!adopted) return { kind: 'refused', reason: 'elsewhere' };
  if (adopted.formerConnectionId) await dropFormerWebhook(ctx, tenantId, adopted.formerConnectionId, branch.externalId);
  return { kind: 'active', title: facts.title };
}

function giveUp({ activatedAt, text }: KnownInstallBranch): Outcome {
  return activatedAt ? { kind: 'refused', reason: 'unreadable', text } : { kind: 'late', text };
}

const again = ({ text, trouble, retryAfterMs }: Refusal): Outcome => ({
  kind: 'again',
  text: text ?? trouble,
  retryAfterMs,
});
const refusedBy = ({ text }: Refusal): Outcome => ({ kind: 'refused', reason: 'vendor_refused', text });

/** A wrong token of ours is for the operator to correct, and may be corrected within the hour. */
const mayPass = ({ isTemporary, trouble }: Refusal) => isTemporary || trouble === 'wrong_partner_token';

async function record(scope: ActionScope, run: Run, branch: KnownInstallBranch, outcome: Outcome): Promise<void> {
  const { install } = run;
  const attempts = branch.attempts + 1;
  if (outcome.kind === 'again') return note(scope, run, branch, { attempts, text: outcome.text });
  const settledAt = scope.clock.now();
  if (outcome.kind === 'active') {
    await note(scope, run, branch, { state: 'active', title: outcome.title, attempts, text: null, settledAt });
  } else {
    const reason = outcome.kind === 'refused' ? outcome.reason : null;
    await note(scope, run, branch, { state: outcome.kind, reason, text: outcome.text ?? null, attempts, settledAt });
    await releaseExternalId(scope, { kind: install.kind, name: branch.externalId, sourceId: install.id });
  }
  await announce(scope, 'marketplace');
}

function note(
  scope: TenantScope,
  { install }: Run,
  { externalId }: KnownInstallBranch,
  change: InstallBranchChange,
): Promise<void> {
  return updateInstallBranch(scope, { installId: install.id, externalId }, change);
}

/** @param pauseMs until the next attempt; not finite when there was none */
async function goOnOrFinish(scope: Scoped<MarketplaceContext>, installId: InstallId, pauseMs: number): Promise<void> {
  const install = await findInstall(scope, installId, { isLocked: true });
  if (!install || install.finishedAt) return;
  const now = scope.clock.now();
  if (install.branches.some(({ state }) => state === 'waiting')) {
    const next = now.add({ milliseconds: Number.isFinite(pauseMs) ? Math.round(pauseMs) : 0 });
    const runAt = earlierOf(next, install.givesUpAt);
    return enqueue(scope, runInstallJob, { tenantId: scope.tenantId, installId }, { runAt });
  }
  await finishInstall(scope, installId, now);
  await releaseExternalIds(scope, installId);
  await announce(scope, 'marketplace');
  await notifyIncomplete(scope, install);
}

/** Raises a notice, as the owner may have left the page. */
async function notifyIncomplete(scope: Scoped<MarketplaceContext>, install: KnownInstall): Promise<void> {
  const missing = install.branches.filter(({ state }) => state !== 'active');
  if (missing.length === 0) return;
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'install_incomplete',
    key: `install:${install.id}`,
    severity: 'attention',
    params: { connectionKind: install.kind, count: missing.length, installId: install.id },
  });
}
