import type { ActionScope, Context, MemberScope } from '#server/platform/context/context.ts';
import type { z } from 'zod';
import type {
  getMarketplace,
  Install,
  InstallId,
  MarketplaceKind,
  MarketplaceLink,
  readMarketplaceLink,
} from '#contract/connections/marketplace.ts';
import { MARKETPLACE_KINDS } from '#contract/connections/values.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { runInstallJob } from '#server/connections/marketplace-jobs.ts';
import { findApplication, readLink } from './marketplace-links.ts';
import { findInstall, insertInstall, type KnownInstall, listInstalls } from './marketplace-queries.ts';
import { CONSENT_MINUTES, isSameInstall } from './marketplace-rules.ts';
import { lockConnecting } from '#server/connections/storage/queries.ts';

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
export async function startInstall(scope: MemberScope, link: MarketplaceLink): Promise<z.input<typeof Install>> {
  const { kind, applicationId, branchExternalIds } = readLink(scope.config, link);
  await lockConnecting(scope);
  const now = scope.clock.now();
  const startedAfter = now.subtract({ minutes: CONSENT_MINUTES });
  const recent = await listInstalls(scope, { kind, startedAfter, limit: SHOWN_INSTALLS });
  const same = recent.find((install) => isSameInstall(install, { applicationId, branchExternalIds }));
  if (same) return toWire(scope, same);

  const installId = await insertInstall(scope, {
    kind,
    applicationId,
    branchExternalIds,
    startedBy: scope.memberId,
    startedAt: now,
    givesUpAt: now.add({ minutes: CONSENT_MINUTES }),
  });
  await enqueue(scope, runInstallJob, { tenantId: scope.tenantId, installId });
  await announce(scope, 'marketplace');
  return toWire(scope, await getInstall(scope, installId));
}

/** @throws {Problem} `install.not_found` */
export async function describeInstall(scope: ActionScope, id: InstallId): Promise<z.input<typeof Install>> {
  return toWire(scope, await getInstall(scope, id));
}

/** Describes the marketplaces that are configured, and recent installs. */
export async function describeMarketplaces(
  scope: ActionScope,
  kind: MarketplaceKind | undefined,
): Promise<z.input<(typeof getMarketplace)['reply']>> {
  const startedAfter = scope.clock.now().subtract({ hours: SHOWN_HOURS });
  const installs = await listInstalls(scope, { kind, startedAfter, limit: SHOWN_INSTALLS });
  const kinds = MARKETPLACE_KINDS.filter((one) => (kind ?? one) === one);
  const open = kinds.filter((one) =>
    scope.config.marketplace[one].applicationIds.some((id) => findApplication(scope.config, one, id)),
  );
  return {
    marketplaces: open.map((one) => ({ kind: one, cardUrl: scope.config.marketplace[one].cardUrl })),
    installs: installs.map((install) => toWire(scope, install)),
  };
}

async function getInstall(...filter: Parameters<typeof findInstall>): Promise<KnownInstall> {
  const install = await findInstall(...filter);
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
