import type { z } from 'zod';
import type {
  getMarketplace,
  Install,
  InstallId,
  MarketplaceKind,
  MarketplaceLink,
  readMarketplaceLink,
} from '#contract/marketplace.ts';
import type { TenantId } from '#contract/tenants.ts';
import { MARKETPLACE_KINDS } from '#contract/values.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { runInstallJob } from './marketplace-jobs.ts';
import { findApplication, readLink } from './marketplace-links.ts';
import { findInstall, insertInstall, type KnownInstall, listInstalls } from './marketplace-queries.ts';
import { CONSENT_MINUTES, isSameInstall } from './marketplace-rules.ts';
import { lockConnecting } from './queries.ts';

const SHOWN_INSTALLS = 5;
const SHOWN_HOURS = 24;

/** Describes the person and the branches of a marketplace link. Starts nothing. */
export function describeLink(
  { config }: Pick<Context, 'config'>,
  link: MarketplaceLink,
): z.input<(typeof readMarketplaceLink)['reply']> {
  const { branchExternalIds, person } = readLink(config, link);
  return { branchExternalIds, person };
}

/**
 * Starts connecting the link's branches to the cabinet; a job does the rest. The same link again, in another tab or
 * after a reload, returns the same install.
 */
export async function startInstall(ctx: MemberContext, link: MarketplaceLink): Promise<z.input<typeof Install>> {
  const { kind, applicationId, branchExternalIds } = readLink(ctx.config, link);
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const now = ctx.clock.now();
    const startedAfter = now.subtract({ minutes: CONSENT_MINUTES });
    const recent = await listInstalls(scope, { kind, startedAfter, limit: SHOWN_INSTALLS });
    const same = recent.find((install) => isSameInstall(install, { applicationId, branchExternalIds }));
    if (same) return toWire(ctx, same);

    const installId = await insertInstall(scope, {
      kind,
      applicationId,
      branchExternalIds,
      startedBy: ctx.memberId,
      startedAt: now,
      givesUpAt: now.add({ minutes: CONSENT_MINUTES }),
    });
    await enqueue(scope, runInstallJob, { tenantId: ctx.tenantId, installId });
    await announce(scope, 'marketplace');
    return toWire(ctx, await getInstall(scope, installId));
  });
}

/** @throws {Problem} `install.not_found` */
export async function describeInstall(
  ctx: Context,
  tenantId: TenantId,
  id: InstallId,
): Promise<z.input<typeof Install>> {
  return withTenant(ctx.db, tenantId, async (scope) => toWire(ctx, await getInstall(scope, id)));
}

/** Describes the marketplaces that are configured, and recent installs. */
export async function describeMarketplaces(
  ctx: Context,
  tenantId: TenantId,
  kind: MarketplaceKind | undefined,
): Promise<z.input<(typeof getMarketplace)['reply']>> {
  const startedAfter = ctx.clock.now().subtract({ hours: SHOWN_HOURS });
  const installs = await withTenant(ctx.db, tenantId, (scope) =>
    listInstalls(scope, { kind, startedAfter, limit: SHOWN_INSTALLS }),
  );
  const kinds = MARKETPLACE_KINDS.filter((one) => (kind ?? one) === one);
  const open = kinds.filter((one) =>
    ctx.config.marketplace[one].applicationIds.some((id) => findApplication(ctx.config, one, id)),
  );
  return {
    marketplaces: open.map((one) => ({ kind: one, cardUrl: ctx.config.marketplace[one].cardUrl })),
    installs: installs.map((install) => toWire(ctx, install)),
  };
}

async function getInstall(...asked: Parameters<typeof findInstall>): Promise<KnownInstall> {
  const install = await findInstall(...asked);
  if (!install) throw new Problem('install.not_found');
  return install;
}

function toWire({ config }: Pick<Context, 'config'>, install: KnownInstall): z.input<typeof Install> {
  return {
    id: install.id,
    kind: install.kind,
    startedAt: install.startedAt.toString(),
    givesUpAt: install.givesUpAt.toString(),
    isFinished: install.finishedAt !== null,
    cardUrl: config.marketplace[install.kind].cardUrl,
    branches: install.branches.map(({ externalId, title, state, reason, text }) => ({
      externalId,
      title,
      state,
      reason,
      text,
    })),
  };
}
