import { z } from 'zod';
import type * as contract from '#contract/admin/clients.ts';
import type { CompanyStatus } from '#contract/admin/clients.ts';
import { CLIENT_STEPS } from '#contract/admin/values.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { describeConnections } from '#server/connections/storage/actions.ts';
import { dayAround } from '#server/onboarding/rules.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { countNewCabinets, listNewCabinets } from './client-queries.ts';
import { countBranchDay, findBranchesByNumber, type FoundCompany } from './company-queries.ts';

// NOTE: a process: it reads in other cabinets.

const ClientCursor = z.tuple([z.iso.datetime(), z.uuid()]);

/** Lists the newest cabinets with the step each has come to. */
export async function listNewClients(
  ctx: MemberContext,
  { cursor, limit, days, step }: QueryOf<typeof contract.listNewClients>,
): Promise<ReplyOf<typeof contract.listNewClients>> {
  const after = readCursor(cursor, ClientCursor);
  const since = ctx.clock.now().subtract({ hours: days * 24 });
  return withSystem(ctx, async (scope) => {
    const rows = await listNewCabinets(scope, { since, step }, { after, limit });
    const page = toPage(
      rows,
      limit,
      (row) => row,
      (row) => [row.registeredAt, row.userGuid],
    );
    if (after) return { ...page, counts: null };
    const counted = new Map((await countNewCabinets(scope, since)).map((one) => [one.step, one.count]));
    return { ...page, counts: CLIENT_STEPS.map((name) => ({ step: name, count: counted.get(name) ?? 0 })) };
  });
}

/** Cabinets that may have connected the same branch. */
const SHOWN_COMPANIES = 10;

/** Finds a branch in all cabinets, with its connection and its day. */
export async function findCompanies(ctx: MemberContext, companyId: string): Promise<z.input<typeof CompanyStatus>[]> {
  const id = z.uuid().safeParse(companyId).data ?? null;
  const wanted = { externalId: companyId, id, limit: SHOWN_COMPANIES };
  const found = await withSystem(ctx, (scope) => findBranchesByNumber(scope, wanted));
  const described: z.input<typeof CompanyStatus>[] = [];
  for (const company of found) {
    const one = await withTenant(ctx, company.userGuid, (scope) => describeCompany(scope, company));
    if (one) described.push(one);
  }
  return described;
}

async function describeCompany(
  scope: ActionScope,
  { branchId, connectionId, ...owner }: FoundCompany,
): Promise<z.input<typeof CompanyStatus> | null> {
  const connection = (await describeConnections(scope)).find(({ id }) => id === connectionId);
  const branch = connection?.branches.find(({ id }) => id === branchId);
  if (!connection || !branch) return null;
  const { kind, title, state, trouble, troubleText, lastEventAt, unreadableCount } = connection;
  return {
    ...owner,
    branch,
    connection: { id: connectionId, kind, title, state, trouble, troubleText, lastEventAt, unreadableCount },
    today: await countBranchDay(scope, branchId, dayAround(scope.clock.now(), branch.timeZone)),
  };
}
