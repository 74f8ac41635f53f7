import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { InstallId, InstallRefusal, type Install, type MarketplaceKind } from '#contract/connections/marketplace.ts';
import { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import type { MarketplaceInstallBranches, MarketplaceInstalls } from '#server/platform/database/schema.gen.ts';

/** An install without its visible details. */
export type KnownInstall = Pick<Install, 'id' | 'kind'> & {
  applicationId: string;
  startedBy: MemberId;
  startedAt: Temporal.Instant;
  givesUpAt: Temporal.Instant;
  finishedAt: Temporal.Instant | null;
  branches: KnownInstallBranch[];
};

export type KnownInstallBranch = Pick<Install['branches'][number], 'externalId' | 'title' | 'state' | 'reason'> & {
  text: string | null;
  attempts: number;
  consentSeenAt: Temporal.Instant | null;
  activatedAt: Temporal.Instant | null;
};

export async function insertInstall(
  { tx, tenantId }: TenantScope,
  install: Pick<KnownInstall, 'kind' | 'applicationId' | 'startedBy' | 'startedAt' | 'givesUpAt'> & {
    branchExternalIds: readonly string[];
  },
): Promise<InstallId> {
  const id = newId(InstallId);
  await tx
    .insertInto('marketplace_installs')
    .values({
      tenant_id: tenantId,
      id,
      kind: install.kind,
      application_id: install.applicationId,
      started_by: install.startedBy,
      started_at: install.startedAt,
      gives_up_at: install.givesUpAt,
    })
    .execute();
  await tx
    .insertInto('marketplace_install_branches')
    .values(
      install.branchExternalIds.map((externalId) => ({
        tenant_id: tenantId,
        id: randomUUIDv7(),
        install_id: id,
        external_id: externalId,
      })),
    )
    .execute();
  return id;
}

export async function findInstall(
  { tx, tenantId }: TenantScope,
  id: InstallId,
  { isLocked = false } = {},
): Promise<KnownInstall | undefined> {
  const row = await tx
    .selectFrom('marketplace_installs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...toInstall(row), branches: await listInstallBranches({ tx, tenantId }, [id]).then(onlyBranches) };
}

/** Lists installs, the newest first. */
export async function listInstalls(
  scope: TenantScope,
  { kind, startedAfter, limit }: { kind?: MarketplaceKind | undefined; startedAfter: Temporal.Instant; limit: number },
): Promise<KnownInstall[]> {
  const rows = await scope.tx
    .selectFrom('marketplace_installs')
    .selectAll()
    .where('tenant_id', '=', scope.tenantId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where('started_at', '>', startedAfter)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const branches = Map.groupBy(
    await listInstallBranches(
      scope,
      rows.map(({ id }) => id),
    ),
    ({ installId }) => installId,
  );
  return rows.map((row) => ({ ...toInstall(row), branches: onlyBranches(branches.get(row.id) ?? []) }));
}

type BranchOfInstall = { installId: string; branch: KnownInstallBranch };

async function listInstallBranches(
  { tx, tenantId }: TenantScope,
  installIds: readonly string[],
): Promise<BranchOfInstall[]> {
  if (installIds.length === 0) return [];
  const rows = await tx
    .selectFrom('marketplace_install_branches')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('install_id', 'in', installIds)
    .orderBy(sql`length(external_id)`)
    .orderBy('external_id')
    .execute();
  return rows.map((row) => ({ installId: row.install_id, branch: toBranch(row) }));
}

const onlyBranches = (rows: readonly BranchOfInstall[]) => rows.map(({ branch }) => branch);

export type InstallBranchChange = Partial<{
  title: string;
  state: KnownInstallBranch['state'];
  reason: InstallRefusal | null;
  text: string | null;
  attempts: number;
  consentSeenAt: Temporal.Instant;
  activatedAt: Temporal.Instant;
  settledAt: Temporal.Instant;
}>;

/** Updates a waiting branch; a settled one stays unchanged. */
export async function updateInstallBranch(
  { tx, tenantId }: TenantScope,
  { installId, externalId }: { installId: InstallId; externalId: string },
  change: InstallBranchChange,
): Promise<void> {
  await tx
    .updateTable('marketplace_install_branches')
    .set({
      ...(change.title !== undefined && { title: change.title }),
      ...(change.state && { state: change.state }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.text !== undefined && { reason_text: change.text }),
      ...(change.attempts !== undefined && { tries: change.attempts }),
      ...(change.consentSeenAt && { consent_seen_at: change.consentSeenAt }),
      ...(change.activatedAt && { activated_at: change.activatedAt }),
      ...(change.settledAt && { settled_at: change.settledAt }),
    })
    .where('tenant_id', '=', tenantId)
    .where('install_id', '=', installId)
    .where('external_id', '=', externalId)
    .where('state', '=', 'waiting')
    .execute();
}

export async function finishInstall({ tx, tenantId }: TenantScope, id: InstallId, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('marketplace_installs')
    .set({ finished_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

function toInstall(row: Selectable<MarketplaceInstalls>): Omit<KnownInstall, 'branches'> {
  return {
    id: InstallId.parse(row.id),
    kind: row.kind as MarketplaceKind, // written by us, from the contract's enum
    applicationId: row.application_id,
    startedBy: MemberId.parse(row.started_by),
    startedAt: row.started_at,
    givesUpAt: row.gives_up_at,
    finishedAt: row.finished_at,
  };
}

function toBranch(row: Selectable<MarketplaceInstallBranches>): KnownInstallBranch {
  return {
    externalId: row.external_id,
    title: row.title,
    state: row.state as KnownInstallBranch['state'], // checked by a table constraint
    reason: InstallRefusal.nullable().catch(null).parse(row.reason),
    text: row.reason_text,
    attempts: row.tries,
    consentSeenAt: row.consent_seen_at,
    activatedAt: row.activated_at,
  };
}
