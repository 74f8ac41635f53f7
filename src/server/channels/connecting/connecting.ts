import type { AuditAction } from '#contract/audit/actions.ts';
import { declarationOf, LIMITED_KINDS } from '#contract/channels/kinds.ts';
import {
  type Channel,
  ChannelId,
  type ChannelKind,
  type ChannelSender,
  type ConnectBody,
} from '#contract/channels/calls.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { type TenantScope, withTenant, type Scoped } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { newId } from '#server/platform/values/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { claimExternalIds, releaseExternalIds } from '#server/platform/database/external-ids.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { getTenant, resolveNotice } from '#server/tenants/actions.ts';
import { normaliseSenderPhone } from '#server/tenants/rules.ts';
import { balanceKey, setChannelTrouble } from '#server/channels/storage/actions.ts';
import { placeNewChannel } from '#server/channels/storage/cascading.ts';
import { sendEcho } from '#server/channels/storage/echo.ts';
import { channelRemoved, checkChannelJob } from '#server/channels/jobs.ts';
import type {
  ChannelIdentity,
  ChannelPairing,
  ChannelProvider,
  ChannelProviders,
  Checked,
  Credentials,
} from '#server/channels/port.ts';
import type { CountDueMessages } from '#server/channels/senders-port.ts';
import {
  type ChannelRow,
  countLimitedChannels,
  deleteChannel,
  findChannel,
  findChannelForUpdate,
  insertChannel,
  listChannelsOfSender,
  lockConnecting,
  updateChannel,
} from '#server/channels/storage/queries.ts';
import { claimOf } from '#server/channels/storage/rules.ts';
import { newSecrets, openSecrets, webhookOf, webhooksBase } from '#server/channels/storage/secrets.ts';
import { viewChannel } from './viewing.ts';

// NOTE: a process: it calls an outside service between transactions.

export type ConnectingContext = MemberContext & { providers: ChannelProviders; countDueMessages: CountDueMessages };

/** Connects a channel of any kind by the fields its kind declares. */
export async function connectChannel(ctx: ConnectingContext, body: ConnectBody): Promise<Channel> {
  const { kind, title = '', ...fields } = body;
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return connect(ctx, kind, { title, credentials: await normalised(ctx, kind, typed) });
}

/** Lists the senders of an account; empty where the credentials themselves name the sender. */
export async function listSenders(
  ctx: ConnectingContext,
  { kind, ...typed }: { kind: ChannelKind } & Record<string, string>,
): Promise<ChannelSender[]> {
  const credentials = await normalised(ctx, kind, typed);
  const listed = await providerOf(ctx, kind).listSenders?.(credentials);
  return listed ? valueOf(listed) : [];
}

/** Phones in E.164, by the tenant's country; all other fields as typed. */
async function normalised(ctx: ConnectingContext, kind: ChannelKind, typed: Credentials): Promise<Credentials> {
  const phones = declarationOf(kind).fields.filter(({ name, shape }) => shape === 'phone' && typed[name] !== undefined);
  if (phones.length === 0) return typed;
  const { countryId } = await withTenant(ctx, ctx.tenantId, getTenant);
  const found = phones.map(({ name }): [string, string] => {
    const phone = normaliseSenderPhone(typed[name] ?? '', countryId);
    if (!phone) throw wrongField(name, 'phone');
    return [name, phone];
  });
  return { ...typed, ...Object.fromEntries(found) };
}

/**
 * Checks the credentials, stores the channel, then registers its webhook, so that the first payload is recognised. A
 * channel whose webhook was refused is deleted again; one that was removed before is restored with its conversations.
 */
async function connect(
  ctx: ConnectingContext,
  kind: ChannelKind,
  { title, credentials }: { title: string; credentials: Credentials },
): Promise<Channel> {
  const provider = providerOf(ctx, kind);
  const identity = valueOf(await provider.check(credentials));
  const complete = { ...credentials, ...identity.read };
  const channelId = await withTenant(ctx, ctx.tenantId, (scope) =>
    admit(scope, { kind, title, credentials: complete, identity }),
  );
  const hooked = await register(ctx, provider, channelId);
  if (!hooked.isOk) {
    await withTenant(ctx, ctx.tenantId, (scope) => takeBack(scope, channelId));
    throw refusalOf(hooked);
  }
  return open(ctx, channelId, 'channel.connected');
}

type Applicant = { kind: ChannelKind; title: string; credentials: Credentials; identity: ChannelIdentity };

async function admit(scope: Scoped<ConnectingContext>, applicant: Applicant): Promise<ChannelId> {
  const { kind, credentials, identity } = applicant;
  await lockConnecting(scope);
  const [twin] = await listChannelsOfSender(scope, { kind, externalId: identity.externalId });
  if (twin && !twin.removedAt)
    throw new Problem('channel.already_connected', { channelId: twin.id, title: twin.title });
  await requireRoom(scope, kind);

  const secrets = newSecrets(scope.tenantId, credentials);
  const address = identity.address ?? identity.externalId;
  const fields = {
    title: applicant.title || identity.name || address,
    address,
    box: scope.vault.seal(scope.tenantId, secrets),
    webhookSecretHash: digest(secrets.webhookToken),
  };
  const now = scope.clock.now();
  const id = twin?.id ?? newId(ChannelId);
  await claimSender(scope, { id, kind }, credentials);
  if (twin) {
    const blank = {
      state: 'init',
      trouble: null,
      troubleText: null,
      stateChangedAt: now,
      removedAt: null,
      webhookBase: null,
    } as const;
    await updateChannel(scope, twin.id, { ...fields, ...blank });
    return twin.id;
  }
  await insertChannel(scope, { ...fields, id, kind, externalId: identity.externalId }, now);
  await placeNewChannel(scope, id);
  return id;
}

/**
 * Claims a sender for one cabinet: the provider posts to one address. It is identified by the fields its kind declares
 * as unique; the number of a WhatsApp key is only what the owner entered.
 */
async function claimSender(
  scope: TenantScope,
  { id, kind }: Pick<ChannelRow, 'id' | 'kind'>,
  credentials: Credentials,
): Promise<void> {
  const name = digest(claimOf(kind, credentials)).toString('hex');
  const taken = await claimExternalIds(scope, { kind, sourceId: id, names: [name] });
  if (taken.length > 0) throw new Problem('channel.connected_elsewhere');
}

/** @throws {Problem} `channel.limit_reached` */
export async function requireRoom(scope: TenantScope, kind: ChannelKind): Promise<void> {
  if (!LIMITED_KINDS.includes(kind)) return;
  const { channelLimit: limit } = await getTenant(scope);
  if ((await countLimitedChannels(scope)) >= limit) throw new Problem('channel.limit_reached', { limit });
}

/** Undoes connecting a channel, new or restored: only the messages contacts wrote on it stay. */
async function takeBack(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const channel = await findChannelForUpdate(scope, channelId);
  if (channel?.lastCheckedAt) await updateChannel(scope, channelId, { removedAt: scope.clock.now() });
  else await deleteChannel(scope, channelId);
  await releaseExternalIds(scope, channelId);
}

async function register(ctx: ConnectingContext, provider: ChannelProvider, channelId: ChannelId) {
  const channel = await load(ctx, channelId);
  const secrets = openSecrets(ctx, ctx.tenantId, channel.box);
  return provider.subscribe(secrets.credentials, webhookOf(ctx, channel.kind, secrets));
}

/** Opens the channel after its webhook is registered: it may send, and its templates are read. */
async function open(ctx: ConnectingContext, channelId: ChannelId, action: AuditAction): Promise<Channel> {
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    await setChannelTrouble(scope, channelId, { trouble: null, text: null });
    await recordAudit(scope, { action, object: objectOf(await getConnected(scope, channelId)) });
    await updateChannel(scope, channelId, {
      webhookBase: webhooksBase(ctx),
      lastCheckedAt: ctx.clock.now(),
      isCheckUnanswered: false,
    });
    await enqueue(scope, checkChannelJob, { tenantId: ctx.tenantId, channelId });
    await announce(scope, 'channels');
    return viewChannel(scope, await getConnected(scope, channelId));
  });
}

/** Checks a channel again, with new secrets if given; they must belong to the same sender. */
export async function reconnectChannel(
  ctx: ConnectingContext,
  channelId: ChannelId,
  given: Credentials,
): Promise<Channel> {
  const channel = await load(ctx, channelId);
  const provider = providerOf(ctx, channel.kind);
  const secrets = openSecrets(ctx, ctx.tenantId, channel.box);
  const credentials = { ...secrets.credentials, ...onlySecrets(channel.kind, given) };
  const isTrial = Object.keys(given).length > 0;
  if (provider.pairing) return checkSession(ctx, channel, { provider, pairing: provider.pairing, credentials });

  const checked = sameSender(await provider.check(credentials), channel);
  const hooked = checked.isOk ? await provider.subscribe(credentials, webhookOf(ctx, channel.kind, secrets)) : checked;
  if (!hooked.isOk) {
    // A check of trial credentials does not change the channel.
    if (!isTrial) await noteFailedCheck(ctx, channelId, hooked);
    throw refusalOf(hooked);
  }
  if (isTrial) {
    const box = ctx.vault.seal(ctx.tenantId, { ...secrets, credentials });
    await withTenant(ctx, ctx.tenantId, async (scope) => {
      await claimSender(scope, channel, credentials);
      await updateChannel(scope, channelId, { box });
    });
  }
  return open(ctx, channelId, 'channel.reconnected');
}

/** Checks a paired channel: its state changes when a message to itself comes back, or does not. */
async function checkSession(
  ctx: ConnectingContext,
  channel: ChannelRow,
  { provider, pairing, credentials }: { provider: ChannelProvider; pairing: ChannelPairing; credentials: Credentials },
): Promise<Channel> {
  const checked = sameSender(await provider.check(credentials), channel);
  const hooked = checked.isOk ? await keepWebhook(ctx, channel, { provider, credentials }) : checked;
  const echo = { channelId: channel.id, pairing, credentials };
  const echoed = hooked.isOk ? await sendEcho(ctx, ctx.tenantId, echo) : hooked;
  if (!echoed.isOk) {
    await noteFailedCheck(ctx, channel.id, echoed);
    throw refusalOf(echoed);
  }
  return withTenant(ctx, ctx.tenantId, async (scope) => {
    await updateChannel(scope, channel.id, { lastCheckedAt: ctx.clock.now(), isCheckUnanswered: false });
    await announce(scope, 'channels');
    return viewChannel(scope, await getConnected(scope, channel.id));
  });
}

/** Registers the webhook of a paired channel again where another program took its place: that restarts the session. */
async function keepWebhook(
  ctx: ConnectingContext,
  channel: ChannelRow,
  { provider, credentials }: { provider: ChannelProvider; credentials: Credentials },
): Promise<Checked<unknown>> {
  const webhook = webhookOf(ctx, channel.kind, openSecrets(ctx, ctx.tenantId, channel.box));
  const inspected = await provider.inspectWebhook?.(credentials, webhook, ctx.clock.now());
  if (!inspected || inspected.isOk || inspected.isTemporary) return inspected ?? { isOk: true, value: null };
  return provider.subscribe(credentials, webhook);
}

/** @throws {Problem} `request.invalid` for a name that is not a secret of the kind */
function onlySecrets(kind: ChannelKind, given: Credentials): Credentials {
  const secrets = declarationOf(kind).fields.filter(({ shape }) => shape === 'secret');
  const unknown = Object.keys(given).find((name) => !secrets.some((field) => field.name === name));
  if (unknown !== undefined) throw wrongField(unknown, 'unknown');
  return given;
}

/** An unreachable provider only updates the time of the check. */
async function noteFailedCheck(
  ctx: ConnectingContext,
  channelId: ChannelId,
  refusal: Extract<Checked<never>, { isOk: false }>,
): Promise<void> {
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    const isCheckUnanswered = refusal.isTemporary;
    await updateChannel(scope, channelId, { lastCheckedAt: ctx.clock.now(), isCheckUnanswered });
    if (!isCheckUnanswered) await setChannelTrouble(scope, channelId, refusal);
    await announce(scope, 'channels');
  });
}

/** Another bot's token would mix the conversations of two bots. */
function sameSender(checked: Checked<ChannelIdentity>, channel: ChannelRow): Checked<ChannelIdentity> {
  if (!checked.isOk || checked.value.externalId === channel.externalId) return checked;
  const { wrongSecret } = declarationOf(channel.kind);
  return { isOk: false, trouble: wrongSecret, text: checked.value.address, isTemporary: false };
}

export async function renameChannel(
  scope: Scoped<ConnectingContext>,
  channelId: ChannelId,
  title: string,
): Promise<Channel> {
  await getConnected(scope, channelId);
  await updateChannel(scope, channelId, { title });
  await announce(scope, 'channels');
  return viewChannel(scope, await getConnected(scope, channelId));
}

/** Disconnects a channel. The provider is informed afterwards; its payloads are refused in any case. */
export async function removeChannel(ctx: ConnectingContext, channelId: ChannelId): Promise<void> {
  const channel = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const found = await findChannelForUpdate(scope, channelId);
    if (!found || found.removedAt) throw new Problem('channel.not_found');
    const now = ctx.clock.now();
    await updateChannel(scope, channelId, { removedAt: now });
    await releaseExternalIds(scope, channelId);
    await resolveNotice(scope, now, `channel:${channelId}`);
    await resolveNotice(scope, now, balanceKey(channelId));
    const dedupeKey = `${channelId}:${now.toString()}`;
    await recordAudit(scope, { action: 'channel.disconnected', object: objectOf(found) });
    await emit(scope, channelRemoved, { dedupeKey, facts: { channelId }, occurredAt: now });
    await announce(scope, 'channels');
    return found;
  });
  const secrets = openSecrets(ctx, ctx.tenantId, channel.box);
  await providerOf(ctx, channel.kind).unsubscribe?.(secrets.credentials, webhookOf(ctx, channel.kind, secrets));
}

/** Restores a removed channel, as far as the provider allows. */
export async function restoreChannel(ctx: ConnectingContext, channelId: ChannelId): Promise<Channel> {
  const channel = await withTenant(ctx, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const found = await findChannelForUpdate(scope, channelId);
    if (!found) throw new Problem('channel.not_found');
    if (!found.removedAt) return null;
    const [twin] = await listChannelsOfSender(scope, found);
    if (twin && !twin.removedAt)
      throw new Problem('channel.already_connected', { channelId: twin.id, title: twin.title });
    await requireRoom(scope, found.kind);
    await claimSender(scope, found, openSecrets(ctx, ctx.tenantId, found.box).credentials);
    const now = ctx.clock.now();
    await updateChannel(scope, channelId, { removedAt: null, state: 'init', stateChangedAt: now });
    return found;
  });
  if (!channel) return open(ctx, channelId, 'channel.reconnected');
  const hooked = await register(ctx, providerOf(ctx, channel.kind), channelId);
  if (hooked.isOk) return open(ctx, channelId, 'channel.restored');
  await withTenant(ctx, ctx.tenantId, (scope) => takeBack(scope, channelId));
  throw refusalOf(hooked);
}

const objectOf = ({ id, title }: ChannelRow) => ({ kind: 'channel' as const, id, title });

async function load(ctx: ConnectingContext, channelId: ChannelId): Promise<ChannelRow> {
  return withTenant(ctx, ctx.tenantId, (scope) => getConnected(scope, channelId));
}

async function getConnected(scope: TenantScope, channelId: ChannelId): Promise<ChannelRow> {
  const channel = await findChannel(scope, channelId);
  if (!channel || channel.removedAt) throw new Problem('channel.not_found');
  return channel;
}

function providerOf({ providers }: ConnectingContext, kind: ChannelKind): ChannelProvider {
  const provider = providers.get(kind);
  if (!provider) throw new Error(`No provider for ${kind}`);
  return provider;
}

function valueOf<Value>(checked: Checked<Value>): Value {
  if (!checked.isOk) throw refusalOf(checked);
  return checked.value;
}

/** The owner's message: the problem and the provider's text, or that the provider is unreachable. */
export function refusalOf({ trouble, text, isTemporary }: Extract<Checked<never>, { isOk: false }>): Problem {
  return new Problem(isTemporary ? 'provider.unreachable' : 'channel.check_failed', { trouble, text });
}
