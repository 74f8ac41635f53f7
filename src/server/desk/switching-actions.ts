import type { ChannelId } from '#contract/channels/calls.ts';
import type { BranchId, ConnectionId } from '#contract/connections/calls.ts';
import { DeskChannel, type DeskInbox, type getDesk as getDeskCall } from '#contract/desk/calls.ts';
import { DESK_CHANNEL_KIND } from '#contract/desk/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getChannelForSending, listUsableChannels, listChannelAddresses } from '#server/channels/storage/actions.ts';
import { putBuiltInChannel, removeBuiltInChannel } from '#server/channels/storage/built-in-actions.ts';
import type { branchSwitched } from '#server/connections/jobs.ts';
import type { Credentials, ProviderResult, Refusal, SourceContext } from '#server/connections/port.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { renewChannelsJob } from './jobs.ts';
import { listAccounts, openAccounts, openDesk, type OpenDesk } from './opening-actions.ts';
import { getSecretConnection } from '#server/connections/storage/opening-actions.ts';
import type { InboxFacts } from '#server/connections/talk-port.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  findConnectionOf,
  listOwnInboxes,
  listShownChannels,
  NO_TROUBLE,
  type OwnInbox,
  putOwnInbox,
  putShownChannel,
  setConnected,
  setInboxTrouble,
} from './inbox-queries.ts';
import { countLines, deleteWaiting } from './line-queries.ts';

// NOTE: a process: it calls an outside service between transactions.

type Ctx = MemberContext & SourceContext;

/** Failures of this many days are counted. */
const FAILED_DAYS = 30;

/** The inboxes of a desk that our bots may answer, and our channels that it may show. */
export async function getDesk(ctx: Ctx, connectionId: ConnectionId): Promise<ReplyOf<typeof getDeskCall>> {
  const desks = await withTenant(ctx, ctx.tenantId, async (scope) => {
    await getSecretConnection(scope, connectionId);
    return openAccounts(scope, connectionId, { isUrgent: true });
  });
  if (desks.length === 0) return { accounts: [], inboxes: [], inboxesFailure: null, channels: [] };
  const listed = await listInboxes(desks);
  const failed = listed.find(({ inboxes }) => !inboxes.isOk)?.inboxes;
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const known = await listOwnInboxes(scope, connectionId);
    return {
      accounts: desks.map(({ account: { id: branchId, title } }) => ({ branchId, title })),
      inboxes: listed.flatMap((one) => inboxesOf(one, known)),
      inboxesFailure: failed && !failed.isOk ? failureOf({ trouble: failed.trouble, troubleText: failed.text }) : null,
      channels: await describeChannels(scope, connectionId),
    };
  });
}

type Listed = { branchId: BranchId; inboxes: ProviderResult<InboxFacts[]> };

/** The inboxes of each account. */
async function listInboxes(desks: readonly OpenDesk[]): Promise<Listed[]> {
  const listed = desks.map(async ({ talks, caller, account }) => ({
    branchId: account.id,
    inboxes: await talks.listInboxes(caller),
  }));
  return Promise.all(listed);
}

/** Inboxes that we made are left out; inboxes that are on stay, although they may be gone. */
function inboxesOf({ branchId, inboxes }: Listed, known: readonly OwnInbox[]): DeskInbox[] {
  const found = inboxes.isOk ? inboxes.value.filter(({ key }) => key === null) : [];
  const others = known.filter(
    (one) => one.isOn && one.branchId === branchId && !found.some(({ externalId }) => externalId === one.externalId),
  );
  return [
    ...found.map((facts) => {
      const inbox = known.find((one) => one.externalId === facts.externalId);
      return viewInbox(facts, { branchId, known: inbox });
    }),
    ...others.map((one) =>
      viewInbox({ externalId: one.externalId, name: one.name, kind: '', key: null }, { branchId, known: one }),
    ),
  ];
}

function viewInbox(
  { externalId, name, kind }: InboxFacts,
  { branchId, known }: { branchId: BranchId; known: OwnInbox | undefined },
): DeskInbox {
  const isOn = known?.isOn ?? false;
  return {
    externalId,
    branchId,
    name,
    kind,
    isOn,
    channelId: known?.channelId ?? null,
    failure: known ? failureOf(known) : null,
  };
}

const failureOf = ({ trouble, troubleText }: Pick<OwnInbox, 'trouble' | 'troubleText'>) =>
  trouble && { trouble, text: troubleText };

async function describeChannels(
  scope: TenantScope & Pick<ActionScope, 'clock'>,
  connectionId: ConnectionId,
): Promise<DeskChannel[]> {
  const channels = await listUsableChannels(scope);
  const addresses = await listChannelAddresses(
    scope,
    channels.map(({ id }) => id),
  );
  const shown = await listShownChannels(scope, connectionId);
  const counts = await countLines(scope, connectionId, scope.clock.now().subtract({ hours: FAILED_DAYS * 24 }));
  return channels.map(({ id, kind, title, state }) => {
    const known = shown.find((one) => one.channelId === id);
    const count = counts.get(id);
    return DeskChannel.parse({
      channelId: id,
      kind,
      title,
      address: addresses.find((one) => one.id === id)?.address ?? '',
      state,
      isOn: known?.isOn ?? false,
      branchId: known?.branchId ?? null,
      failure: known ? failureOf(known) : null,
      waitingCount: known?.isOn ? (count?.waiting ?? 0) : 0,
      failedCount: count?.failed ?? 0,
    });
  });
}

/**
 * Has our bots answer in an inbox of the desk, or not any more. Safe to repeat.
 *
 * @throws {Problem} `desk_inbox.not_found`, `provider.unreachable`, `connection.check_failed`
 */
export async function switchInbox(
  ctx: Ctx,
  { connectionId, inboxId, isOn }: { connectionId: ConnectionId; inboxId: string; isOn: boolean },
): Promise<DeskInbox> {
  if (!isOn) return stopInbox(ctx, { connectionId, inboxId });
  const desks = await withTenant(ctx, ctx.tenantId, (scope) => openAccounts(scope, connectionId, { isUrgent: true }));
  if (desks.length === 0) throw new Problem('connection.not_found');
  const isWanted = ({ externalId, key }: InboxFacts) => externalId === inboxId && key === null;
  const listed = await listInboxes(desks);
  const place = listed.find(({ inboxes }) => inboxes.isOk && inboxes.value.some(isWanted));
  const refused = listed.find(({ inboxes }) => !inboxes.isOk);
  if (!place && refused) unwrap(refused.inboxes);
  const facts = place && unwrap(place.inboxes).find(isWanted);
  const desk = place && desks.find(({ account }) => account.id === place.branchId);
  if (!facts || !desk) throw new Problem('desk_inbox.not_found');
  const { talks, caller, account } = desk;
  const branchId = account.id;
  unwrap(await talks.setBot(caller, inboxId, true));
  const credentials = unwrap(await talks.channelCredentials(caller, inboxId));
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const former = await findInbox(scope, connectionId, inboxId);
    const channelId = await putBuiltInChannel(scope, channelOf(connectionId, facts, credentials));
    const since = former?.isOn ? former.since : scope.clock.now();
    const signedBy = markOf(caller.credentials);
    const inbox = {
      connectionId,
      branchId,
      externalId: inboxId,
      name: facts.name,
      channelId,
      isOn,
      since,
      signedBy,
      ...NO_TROUBLE,
    };
    await putOwnInbox(scope, inbox);
    if (!former?.isOn) await recordSwitch(scope, connectionId, { inbox: facts.name, isOn });
    await announce(scope, 'desk');
    return viewInbox(facts, { branchId, known: { ...inbox, isConnected: true } });
  });
}

/** The channel goes at once; a bot that could not be taken away answers nothing meanwhile. */
async function stopInbox(
  ctx: Ctx,
  { connectionId, inboxId }: { connectionId: ConnectionId; inboxId: string },
): Promise<DeskInbox> {
  const { known, talks, caller } = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const inbox = await findInbox(scope, connectionId, inboxId);
    if (!inbox) throw new Problem('desk_inbox.not_found');
    const { branchId } = inbox;
    const desk = await openDesk(scope, connectionId, { branchId, isUrgent: true });
    if (inbox.isOn) {
      await removeBuiltInChannel(scope, inbox.channelId);
      await putOwnInbox(scope, { ...inbox, isOn: false });
      await recordSwitch(scope, connectionId, { inbox: inbox.name, isOn: false });
      await announce(scope, 'desk');
    }
    return { ...desk, known: inbox };
  });
  const unset = await talks.setBot(caller, inboxId, false);
  const failure = unset.isOk ? NO_TROUBLE : { trouble: unset.trouble, troubleText: unset.text };
  await withTenant(ctx, ctx.tenantId, (scope) =>
    setInboxTrouble(scope, { connectionId, externalId: inboxId }, failure),
  );
  unwrap(unset);
  const facts = { externalId: inboxId, name: known.name, kind: '', key: null };
  return viewInbox(facts, { branchId: known.branchId, known: { ...known, ...failure, isOn: false } });
}

async function findInbox(
  scope: TenantScope,
  connectionId: ConnectionId,
  inboxId: string,
): Promise<OwnInbox | undefined> {
  return (await listOwnInboxes(scope, connectionId)).find(({ externalId }) => externalId === inboxId);
}

/** The channel of an inbox. */
function channelOf(
  connectionId: ConnectionId,
  { externalId, name }: Pick<InboxFacts, 'externalId' | 'name'>,
  credentials: Credentials,
) {
  const id = `${connectionId}:${externalId}`;
  return {
    kind: DESK_CHANNEL_KIND,
    externalId: id,
    title: name,
    address: name,
    credentials: { ...credentials, id },
  };
}

type ChannelSwitch = {
  connectionId: ConnectionId;
  channelId: ChannelId;
  isOn: boolean;
  branchId?: BranchId | undefined;
};

/**
 * Shows the conversations of a channel in the desk, or not any more. Safe to repeat.
 *
 * @throws {Problem} `channel.not_found`, `provider.unreachable`, `connection.check_failed`
 */
export async function switchChannel(
  ctx: Ctx,
  { connectionId, channelId, isOn, branchId: wanted }: ChannelSwitch,
): Promise<DeskChannel> {
  const { talks, caller, account, channel } = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const found = (await listUsableChannels(scope)).find(({ id }) => id === channelId);
    if (!found) throw new Problem('channel.not_found');
    const shown = (await listShownChannels(scope, connectionId)).find((one) => one.channelId === channelId);
    const known = (await listAccounts(scope, connectionId)).find(({ id }) => id === shown?.branchId);
    const branchId = wanted ?? known?.id;
    return { ...(await openDesk(scope, connectionId, { branchId, isUrgent: true })), channel: found };
  });
  const { title } = channel;
  const inbox = isOn ? unwrap(await talks.makeInbox(caller, { key: channelId, name: title })) : null;
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    const former = (await listShownChannels(scope, connectionId)).find((one) => one.channelId === channelId);
    const inboxId = inbox?.externalId ?? former?.inboxId;
    if (inboxId !== undefined && (isOn || former?.isOn)) {
      const branchId = account.id;
      const stays = former?.isOn === true && former.branchId === branchId;
      const since = stays ? former.since : scope.clock.now();
      await putShownChannel(scope, { connectionId, branchId, channelId, inboxId, isOn, since, ...NO_TROUBLE });
      if (!isOn) await deleteWaiting(scope, { connectionId, channelId });
    }
    if ((former?.isOn ?? false) !== isOn) await recordSwitch(scope, connectionId, { channel: title, isOn });
    await announce(scope, 'desk');
    const view = (await describeChannels(scope, connectionId)).find((one) => one.channelId === channelId);
    if (!view) throw new Problem('channel.not_found');
    return view;
  });
}

async function recordSwitch(
  scope: ActionScope,
  connectionId: ConnectionId,
  { isOn, ...fields }: { isOn: boolean; inbox?: string; channel?: string },
): Promise<void> {
  const object = { kind: 'connection' as const, id: connectionId };
  await recordAudit(scope, { action: 'connection.changed', object, after: { ...fields, isOn } });
}

/** @throws {Problem} `provider.unreachable` or `connection.check_failed` with the desk's problem */
function unwrap<T>(result: ProviderResult<T>): T {
  if (result.isOk) return result.value;
  const { trouble, text, retryAfterMs }: Refusal = result;
  if (trouble === 'unreachable') throw new Problem('provider.unreachable', { text, retryAfterMs });
  throw new Problem('connection.check_failed', { trouble, text });
}

/** An account of a desk was disconnected: the channels of its inboxes go, and come back with it. */
export async function followSwitch(
  scope: ActionScope,
  { facts: { branchId } }: EventOf<typeof branchSwitched>,
): Promise<void> {
  const connectionId = await findConnectionOf(scope, branchId);
  if (connectionId === null) return;
  const isConnected = (await listAccounts(scope, connectionId)).some(({ id }) => id === branchId);
  await setConnected(scope, branchId, isConnected);
  if (isConnected) await enqueue(scope, renewChannelsJob, { tenantId: scope.tenantId, connectionId });
  else
    for (const inbox of await listOwnInboxes(scope, connectionId))
      if (inbox.isOn && inbox.branchId === branchId) await removeBuiltInChannel(scope, inbox.channelId);
  await announce(scope, 'desk');
}

/**
 * Makes the channels of inboxes that are on and have none, and gives them their secrets where those of the connection
 * have changed. Safe to repeat.
 */
export async function renewChannels(
  ctx: SourceContext,
  { tenantId, connectionId }: { tenantId: TenantId; connectionId: ConnectionId },
  signal: AbortSignal,
): Promise<void> {
  const due = await withTenant(ctx, tenantId, async (scope) => {
    const desks = await openAccounts(scope, connectionId, { signal });
    const inboxes: (OwnInbox & OpenDesk & { mark: string })[] = [];
    for (const inbox of await listOwnInboxes(scope, connectionId)) {
      if (!inbox.isOn || !inbox.isConnected) continue;
      const desk = desks.find(({ account }) => account.id === inbox.branchId);
      if (!desk) continue;
      const channel = await getChannelForSending(scope, inbox.channelId);
      const mark = markOf(desk.caller.credentials);
      if (!channel || inbox.signedBy !== mark) inboxes.push({ ...inbox, ...desk, mark });
    }
    return inboxes;
  });
  for (const { talks, caller, mark: signedBy, ...inbox } of due) {
    const credentials = await talks.channelCredentials(caller, inbox.externalId);
    if (!credentials.isOk) throw new Error(`No credentials of an inbox: ${credentials.text ?? credentials.trouble}`);
    await withTenant(ctx, tenantId, async (scope) => {
      const present = await findInbox(scope, connectionId, inbox.externalId);
      if (!present?.isOn || !present.isConnected) return;
      await putBuiltInChannel(scope, channelOf(connectionId, inbox, credentials.value));
      await putOwnInbox(scope, { ...present, signedBy });
    });
  }
}

/** Changes with what the credentials of channels are made of, so that those made before are made again. */
const FORM = 'with the kind of the inbox';

/** Differs where secrets have changed. */
const markOf = (credentials: Credentials): string => digest(`${FORM} ${JSON.stringify(credentials)}`).toString('hex');
