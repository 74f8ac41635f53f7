import { declarationOf } from '#contract/channel-kinds.ts';
import { type Channel, ChannelId, type ChannelKind, type ChannelSender, type ConnectBody } from '#contract/channels.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem, wrongField } from '#server/platform/problem.ts';
import { claimExternalIds, releaseExternalIds } from '#server/platform/external-ids.ts';
import { announce } from '#server/platform/realtime.ts';
import { digest } from '#server/platform/vault.ts';
import { getTenant, resolveNotice } from '#server/tenants/actions.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { setChannelTrouble } from './actions.ts';
import { channelRemoved, checkChannelJob } from './jobs.ts';
import type {
  ChannelIdentity,
  ChannelProvider,
  ChannelProviders,
  Checked,
  CountDueMessages,
  Credentials,
} from './port.ts';
import {
  type ChannelRow,
  countChannels,
  deleteChannel,
  findChannel,
  findChannelForUpdate,
  insertChannel,
  listTwins,
  lockConnecting,
  updateChannel,
} from './queries.ts';
import { claimOf } from './rules.ts';
import { webhookOf, newSecrets, openSecrets } from './secrets.ts';
import { viewChannel } from './viewing.ts';

export type ConnectingContext = MemberContext & { providers: ChannelProviders; countDueMessages: CountDueMessages };

/** Connects a channel of any kind by the fields its kind declares. */
export async function connectChannel(ctx: ConnectingContext, body: ConnectBody): Promise<Channel> {
  const { kind, title = '', ...typed } = body;
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
  const phones = declarationOf(kind).fields.filter(({ name, shape }) => shape === 'phone' && name in typed);
  if (phones.length === 0) return typed;
  const { countryId } = await withTenant(ctx.db, ctx.tenantId, getTenant);
  const found = phones.map(({ name }): [string, string] => {
    const phone = normalisePhone(typed[name] ?? '', countryId);
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
  const channelId = await withTenant(ctx.db, ctx.tenantId, (scope) =>
    admit(ctx, scope, { kind, title, credentials, identity }),
  );
  const hooked = await register(ctx, provider, channelId);
  if (!hooked.isOk) {
    await withTenant(ctx.db, ctx.tenantId, (scope) => takeBack(ctx, scope, channelId));
    throw refusalOf(hooked);
  }
  return open(ctx, channelId);
}

type Applicant = { kind: ChannelKind; title: string; credentials: Credentials; identity: ChannelIdentity };

async function admit(ctx: ConnectingContext, scope: TenantScope, applicant: Applicant): Promise<ChannelId> {
  const { kind, credentials, identity } = applicant;
  await lockConnecting(scope);
  const [twin] = await listTwins(scope, { kind, externalId: identity.externalId });
  if (twin && !twin.removedAt)
    throw new Problem('channel.already_connected', { channelId: twin.id, title: twin.title });
  await requireRoom(scope);

  const secrets = newSecrets(scope.tenantId, credentials);
  const address = identity.address ?? identity.externalId;
  const fields = {
    title: applicant.title || identity.name || address,
    address,
    box: ctx.vault.seal(scope.tenantId, secrets),
    webhookSecretHash: digest(secrets.webhookToken),
  };
  const now = ctx.clock.now();
  const id = twin?.id ?? newId(ChannelId);
  await claimSender(scope, { id, kind }, credentials);
  if (twin) {
    const blank = { state: 'init', trouble: null, troubleText: null, stateChangedAt: now, removedAt: null } as const;
    await updateChannel(scope, twin.id, { ...fields, ...blank });
    return twin.id;
  }
  await insertChannel(scope, { ...fields, id, kind, externalId: identity.externalId }, now);
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

async function requireRoom(scope: TenantScope): Promise<void> {
  const { channelLimit: limit } = await getTenant(scope);
  if ((await countChannels(scope)) >= limit) throw new Problem('channel.limit_reached', { limit });
}

/** Undoes connecting a channel, new or restored: only the messages contacts wrote on it stay. */
async function takeBack(ctx: Context, scope: TenantScope, channelId: ChannelId): Promise<void> {
  const channel = await findChannelForUpdate(scope, channelId);
  if (channel?.lastCheckedAt) await updateChannel(scope, channelId, { removedAt: ctx.clock.now() });
  else await deleteChannel(scope, channelId);
  await releaseExternalIds(scope, channelId);
}

async function register(ctx: ConnectingContext, provider: ChannelProvider, channelId: ChannelId) {
  const channel = await load(ctx, channelId);
  const secrets = openSecrets(ctx, ctx.tenantId, channel.box);
  return provider.subscribe(secrets.credentials, webhookOf(ctx, channel.kind, secrets));
}

/** Opens the channel after its webhook is registered: it may send, and its templates are read. */
async function open(ctx: ConnectingContext, channelId: ChannelId): Promise<Channel> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await setChannelTrouble(ctx, scope, channelId, { trouble: null, text: null });
    const { kind, box } = await getConnected(scope, channelId);
    const { url } = webhookOf(ctx, kind, openSecrets(ctx, ctx.tenantId, box));
    await updateChannel(scope, channelId, {
      webhookUrl: url,
      lastCheckedAt: ctx.clock.now(),
      isCheckUnanswered: false,
    });
    await enqueue(scope, checkChannelJob, { tenantId: ctx.tenantId, channelId });
    await announce(scope, 'channels');
    return viewChannel(ctx, scope, await getConnected(scope, channelId));
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

  const checked = sameSender(await provider.check(credentials), channel);
  const hooked = checked.isOk ? await provider.subscribe(credentials, webhookOf(ctx, channel.kind, secrets)) : checked;
  if (!hooked.isOk) {
    // A check of trial credentials does not change the channel.
    if (!isTrial) await noteFailedCheck(ctx, channelId, hooked);
    throw refusalOf(hooked);
  }
  if (isTrial) {
    const box = ctx.vault.seal(ctx.tenantId, { ...secrets, credentials });
    await withTenant(ctx.db, ctx.tenantId, async (scope) => {
      await claimSender(scope, channel, credentials);
      await updateChannel(scope, channelId, { box });
    });
  }
  return open(ctx, channelId);
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
  await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const isCheckUnanswered = refusal.isTemporary;
    await updateChannel(scope, channelId, { lastCheckedAt: ctx.clock.now(), isCheckUnanswered });
    if (!isCheckUnanswered) await setChannelTrouble(ctx, scope, channelId, refusal);
    await announce(scope, 'channels');
  });
}

/** Another bot's token would mix the conversations of two bots. */
function sameSender(checked: Checked<ChannelIdentity>, channel: ChannelRow): Checked<ChannelIdentity> {
  if (!checked.isOk || checked.value.externalId === channel.externalId) return checked;
  const { wrongSecret } = declarationOf(channel.kind);
  return { isOk: false, trouble: wrongSecret, text: checked.value.address, isTemporary: false };
}

export async function renameChannel(ctx: ConnectingContext, channelId: ChannelId, title: string): Promise<Channel> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await getConnected(scope, channelId);
    await updateChannel(scope, channelId, { title });
    await announce(scope, 'channels');
    return viewChannel(ctx, scope, await getConnected(scope, channelId));
  });
}

/** Disconnects a channel. The provider is informed afterwards; its payloads are refused in any case. */
export async function removeChannel(ctx: ConnectingContext, channelId: ChannelId): Promise<void> {
  const channel = await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const found = await findChannelForUpdate(scope, channelId);
    if (!found || found.removedAt) throw new Problem('channel.not_found');
    const now = ctx.clock.now();
    await updateChannel(scope, channelId, { removedAt: now });
    await releaseExternalIds(scope, channelId);
    await resolveNotice(scope, now, `channel:${channelId}`);
    const dedupeKey = `${channelId}:${now.toString()}`;
    await emit(ctx, scope, channelRemoved, { dedupeKey, facts: { channelId }, occurredAt: now });
    await announce(scope, 'channels');
    return found;
  });
  const secrets = openSecrets(ctx, ctx.tenantId, channel.box);
  await providerOf(ctx, channel.kind).unsubscribe?.(secrets.credentials, webhookOf(ctx, channel.kind, secrets));
}

/** Restores a removed channel, as far as the provider allows. */
export async function restoreChannel(ctx: ConnectingContext, channelId: ChannelId): Promise<Channel> {
  const channel = await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    await lockConnecting(scope);
    const found = await findChannelForUpdate(scope, channelId);
    if (!found) throw new Problem('channel.not_found');
    if (!found.removedAt) return null;
    const [twin] = await listTwins(scope, found);
    if (twin && !twin.removedAt)
      throw new Problem('channel.already_connected', { channelId: twin.id, title: twin.title });
    await requireRoom(scope);
    await claimSender(scope, found, openSecrets(ctx, ctx.tenantId, found.box).credentials);
    const now = ctx.clock.now();
    await updateChannel(scope, channelId, { removedAt: null, state: 'init', stateChangedAt: now });
    return found;
  });
  if (!channel) return open(ctx, channelId);
  const hooked = await register(ctx, providerOf(ctx, channel.kind), channelId);
  if (hooked.isOk) return open(ctx, channelId);
  await withTenant(ctx.db, ctx.tenantId, (scope) => takeBack(ctx, scope, channelId));
  throw refusalOf(hooked);
}

async function load(ctx: ConnectingContext, channelId: ChannelId): Promise<ChannelRow> {
  return withTenant(ctx.db, ctx.tenantId, (scope) => getConnected(scope, channelId));
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
