import { z } from 'zod';
import { CHANNEL_GROUPS, CONNECTION_GROUPS } from '#contract/admin/account-groups.ts';
import { ChannelKind } from '#contract/channels/calls.ts';
import { ConnectionKind } from '#contract/connections/calls.ts';
import type * as contract from '#contract/admin/people.ts';
import type {
  DialogueGrant,
  LeadInfo,
  Manager,
  ManagerId,
  PayDestination,
  UserAccounts,
} from '#contract/admin/people.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { creditAi } from '#server/billing/balance-actions.ts';
import { usualModel } from '#server/models/reads.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { getAdminUser } from './actions.ts';
import {
  type CompanyOfCabinet,
  findLeadInfo,
  insertDestination,
  insertGrant,
  insertManager,
  listChannelsOfCabinet,
  listConnectionsOfCabinet,
  listDestinationRows,
  listGrants,
  listManagerRows,
  putClientRecord,
  updateManager,
} from './people-queries.ts';

// NOTE: a process: it acts in the operator's tables and in another cabinet.

export const listManagers = (ctx: MemberContext): Promise<Manager[]> => withSystem(ctx, listManagerRows);

export const createManager = (ctx: MemberContext, { name }: { name: string }): Promise<Manager> =>
  withSystem(ctx, async (scope) => {
    const manager = await insertManager(scope, name, ctx.clock.now());
    await recordAudit(scope, { action: 'manager.created', object: { kind: 'manager', id: manager.id, title: name } });
    return manager;
  });

/** @throws {Problem} `manager.not_found` */
export async function changeManager(
  ctx: MemberContext,
  id: ManagerId,
  change: BodyOf<typeof contract.changeManager>,
): Promise<Manager> {
  const manager = await withSystem(ctx, async (scope) => {
    const updated = await updateManager(scope, id, change);
    const object = { kind: 'manager' as const, id, title: updated?.name };
    if (updated) await recordAudit(scope, { action: 'manager.changed', object, after: change });
    return updated;
  });
  if (!manager) throw new Problem('manager.not_found');
  return manager;
}

export const listPayDestinations = (ctx: MemberContext): Promise<PayDestination[]> =>
  withSystem(ctx, listDestinationRows);

export const createPayDestination = (ctx: MemberContext, { name }: { name: string }): Promise<PayDestination> =>
  withSystem(ctx, async (scope) => {
    const destination = await insertDestination(scope, name, ctx.clock.now());
    const object = { kind: 'pay_destination' as const, id: destination.id, title: name };
    await recordAudit(scope, { action: 'pay_destination.created', object });
    return destination;
  });

/** @throws {Problem} `member.not_found` */
export async function getLeadInfo(ctx: MemberContext, userId: MemberId): Promise<LeadInfo> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, findLeadInfo);
}

/** @throws {Problem} `member.not_found`, `manager.not_found` */
export async function saveLeadInfo(ctx: MemberContext, userId: MemberId, info: LeadInfo): Promise<LeadInfo> {
  const { userGuid } = await getAdminUser(ctx, userId);
  const known = new Set((await listManagers(ctx)).map(({ id }) => id));
  const { firstLineManagerId, secondLineManagerId } = info;
  const isUnknown = [firstLineManagerId, secondLineManagerId].some((id) => id !== null && !known.has(id));
  if (isUnknown) throw new Problem('manager.not_found');
  const record = { first_line_manager_id: firstLineManagerId, second_line_manager_id: secondLineManagerId };
  await withTenant(ctx, userGuid, async (scope) => {
    const before = await findLeadInfo(scope);
    await putClientRecord(scope, record);
    await recordAudit(scope, { action: 'lead.changed', object: { kind: 'member', id: userId }, before, after: info });
  });
  return info;
}

/** @throws {Problem} `member.not_found` */
export async function getUserAccounts(ctx: MemberContext, userId: MemberId): Promise<UserAccounts> {
  const { userGuid } = await getAdminUser(ctx, userId);
  const { channels, connections } = await withTenant(ctx, userGuid, async (scope) => ({
    channels: await listChannelsOfCabinet(scope),
    connections: await listConnectionsOfCabinet(scope),
  }));
  const of = (group: string) =>
    channels
      .filter(({ kind }) => CHANNEL_GROUPS[ChannelKind.parse(kind)] === group)
      .map(({ id, title, state, address }) => ({ id, title, status: state, phone: address }));
  const accountsOf = (rows: typeof connections) => [
    ...new Map(rows.map((row) => [row.id, { id: row.id, title: row.title, status: row.state }])).values(),
  ];
  const iiko = connections.filter(({ kind }) => groupOf(kind) === 'iikoAccounts');
  return {
    chatApiAccounts: of('chatApiAccounts'),
    yclientsCompanies: companiesOf(connections, true),
    telegramAccounts: of('telegramAccounts'),
    iikoAccounts: accountsOf(iiko),
    sigmaAccounts: of('sigmaAccounts'),
    twilioAccounts: of('twilioAccounts'),
    chatwootAccounts: accountsOf(connections.filter(({ kind }) => groupOf(kind) === 'chatwootAccounts')),
    amoAccounts: accountsOf(connections.filter(({ kind }) => groupOf(kind) === 'amoAccounts')),
    iikoOrganizations: iiko.flatMap(({ branchId, branchTitle }) =>
      branchId === null ? [] : [{ id: branchId, title: branchTitle ?? '' }],
    ),
    medFlexLpus: [],
  };
}

/** @throws {Problem} `member.not_found` */
export async function listUserCompanies(
  ctx: MemberContext,
  userId: MemberId,
  withStatus: boolean,
): Promise<CompanyOfCabinet[]> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return companiesOf(await withTenant(ctx, userGuid, listConnectionsOfCabinet), withStatus);
}

function companiesOf(
  rows: Awaited<ReturnType<typeof listConnectionsOfCabinet>>,
  withStatus: boolean,
): CompanyOfCabinet[] {
  return rows.flatMap((row) => {
    if (groupOf(row.kind) !== 'yclientsCompanies' || row.branchId === null) return [];
    return [
      {
        id: row.branchId,
        companyName: row.branchTitle ?? '',
        isActive: row.is_active ?? false,
        webhooksCount: row.webhooks_count ?? 0,
        activeMastersCount: row.active_masters_count ?? 0,
        timezone: row.time_zone ?? '',
        city: row.city,
        status: withStatus ? row.state : null,
      },
    ];
  });
}

const groupOf = (kind: string) => CONNECTION_GROUPS[ConnectionKind.parse(kind)];

const SHOWN_GRANTS = 50;
const GrantId = z.uuid();

/** @throws {Problem} `member.not_found` */
export async function listDialogueGrants(ctx: MemberContext, userId: MemberId): Promise<DialogueGrant[]> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, (scope) => listGrants(scope, SHOWN_GRANTS));
}

/** @throws {Problem} `member.not_found`, `dialogue_price.unknown` where the cabinet's brand offers no model */
export async function grantDialogues(
  ctx: MemberContext,
  userId: MemberId,
  { count, date }: BodyOf<typeof contract.grantDialogues>,
): Promise<DialogueGrant> {
  const { userGuid } = await getAdminUser(ctx, userId);
  return withTenant(ctx, userGuid, async (scope) => {
    const model = usualModel(ctx.config, (await getTenant(scope)).brand);
    if (!model) throw new Problem('dialogue_price.unknown');
    const amountMicroUsd = Math.ceil((model.pricePer100Dialogues * count) / 100);
    const id = newId(GrantId);
    const at = ctx.clock.now();
    await insertGrant(scope, { id, count, date, amountMicroUsd, at, grantedBy: ctx.memberId });
    await creditAi(scope, { amount: amountMicroUsd, reason: 'top_up', key: `dialogues:${id}` });
    const object = { kind: 'member' as const, id: userId };
    await recordAudit(scope, { action: 'dialogues.granted', object, after: { count, date, amountMicroUsd } });
    return { id, count, date, amountMicroUsd, at: at.toString() };
  });
}
