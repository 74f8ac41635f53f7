import { randomUUIDv7 } from 'node:crypto';
import type { ChannelTraits } from '#contract/channel-kind.ts';
import { traitsOf } from '#contract/channel-kinds.ts';
import type { ChannelId, ChannelKind, ChannelState, ChannelTemplate, ChannelTrouble } from '#contract/channels.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { finishInbox, type InboxId, takeInbox } from '#server/platform/inbox.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { channelRestored, checkChannelJob, templatesChanged } from './jobs.ts';
import {
  type ChannelEvent,
  type ChannelProviders,
  type Credentials,
  type ProviderTemplate,
  UnreadableWebhook,
  type Webhook,
} from './port.ts';
import { type ChannelRow, findChannel, findChannelForUpdate, listChannelRows, updateChannel } from './queries.ts';
import { STATE_OF_TROUBLE } from './rules.ts';
import { openSecrets, webhookOf } from './secrets.ts';
import { listTemplateRows, replaceTemplates, updateTemplateStatus } from './template-queries.ts';

export type UsableChannel = {
  id: ChannelId;
  kind: ChannelKind;
  title: string;
  /** Only `Authorized` sends now; messages planned for another wait until it does. */
  state: ChannelState;
  /** Order of preference, lower first. */
  position: number;
  traits: ChannelTraits;
};

/**
 * Lists the cabinet's channels in order of preference, those down for now included; without those never fully
 * connected.
 */
export async function listUsableChannels(scope: TenantScope): Promise<UsableChannel[]> {
  const rows = await listChannelRows(scope);
  return rows.filter(({ state }) => state !== 'init').map(toUsable);
}

/** @property webhook to which the provider posts statuses */
export type SendingChannel = UsableChannel & {
  address: string;
  externalId: string;
  credentials: Credentials;
  webhook: Webhook;
};

/** Returns a channel with unsealed credentials; undefined when it does not exist or was removed. */
export async function getChannelForSending(
  ctx: Pick<Context, 'vault' | 'config'>,
  scope: TenantScope,
  id: ChannelId,
): Promise<SendingChannel | undefined> {
  const row = await findChannel(scope, id);
  if (!row || row.removedAt) return undefined;
  const secrets = openSecrets(ctx, scope.tenantId, row.box);
  const { address, externalId, kind } = row;
  const webhook = webhookOf(ctx, kind, secrets);
  return { ...toUsable(row), address, externalId, credentials: secrets.credentials, webhook };
}

function toUsable({ id, kind, title, state, position }: ChannelRow): UsableChannel {
  return { id, kind, title, state, position, traits: traitsOf(kind) };
}

/** Templates of a channel as last read from its provider; only `approved` ones can be sent. */
export async function listTemplates(scope: TenantScope, channelId: ChannelId): Promise<ChannelTemplate[]> {
  return listTemplateRows(scope, channelId);
}

type Telling = Pick<Context, 'clock' | 'subscriptions'>;

/**
 * Records a channel's problem: notifies members when it cannot send or receive, and when it can again.
 *
 * @param found the problem with the provider's text; `trouble: null` when there is none. See `STATE_OF_TROUBLE` for its
 * effect on the channel, and `troubleOfError` for the problem of a failed send
 */
export async function setChannelTrouble(
  ctx: Telling,
  scope: TenantScope,
  channelId: ChannelId,
  { trouble, text }: { trouble: ChannelTrouble | null; text: string | null },
): Promise<void> {
  const channel = await findChannelForUpdate(scope, channelId);
  if (!channel || channel.removedAt) return;
  const state = trouble === null ? 'Authorized' : STATE_OF_TROUBLE[trouble];
  if (channel.state === state && channel.trouble === trouble && channel.troubleText === text) return;

  const now = ctx.clock.now();
  const stateChangedAt = channel.state === state ? channel.stateChangedAt : now;
  await updateChannel(scope, channelId, { state, trouble, troubleText: text, stateChangedAt });
  if (channel.trouble !== trouble) await resolveNotice(scope, now, noticeKey(channelId));
  if (trouble !== null) {
    await raiseNotice(scope, now, {
      kind: 'channel_down',
      key: noticeKey(channelId),
      severity: state === 'Authorized' ? 'attention' : 'bad',
      params: { channelId, channelKind: channel.kind, title: channel.title, trouble, text },
    });
  }
  if (state === 'Authorized' && channel.state !== 'Authorized') {
    const dedupeKey = `${channelId}:${now.toString()}`;
    await emit(ctx, scope, channelRestored, { dedupeKey, facts: { channelId }, occurredAt: now });
  }
  await announce(scope, 'channels');
}

const noticeKey = (channelId: ChannelId) => `channel:${channelId}`;

/** Records when a contact last wrote on the channel, for its health. */
export async function noteChannelInbound(
  scope: TenantScope,
  channelId: ChannelId,
  at: Temporal.Instant,
): Promise<void> {
  await updateChannel(scope, channelId, { lastInboundAt: at });
}

/** Events of a channel's payloads that concern contacts and messages. */
export type CustomerEvent = Exclude<ChannelEvent, { kind: 'channel' } | { kind: 'template' }>;
type OwnEvent = Extract<ChannelEvent, { kind: 'channel' } | { kind: 'template' }>;

/** One payload; its `events` are for the caller, who then finishes it with `finishInbox`. */
export type ParsedPayload = { inboxId: InboxId; events: CustomerEvent[] };

/**
 * Claims payloads of a channel and parses them, oldest first. Unreadable ones are marked and reported here, and events
 * of the channel itself are applied here.
 *
 * @returns `isMore` when the limit was reached
 */
export async function takePayloads(
  ctx: Telling & { providers: ChannelProviders },
  scope: TenantScope,
  channelId: ChannelId,
  limit: number,
): Promise<{ payloads: ParsedPayload[]; isMore: boolean }> {
  const channel = await findChannel(scope, channelId);
  const provider = channel && ctx.providers.get(channel.kind);
  if (!provider) return { payloads: [], isMore: false };
  const rows = await takeInbox(scope, channelId, limit);
  const payloads: ParsedPayload[] = [];
  for (const row of rows) {
    const { events, problem } = readEvents(() => provider.read(row));
    if (problem !== null) await putAside(ctx, scope, channel, { inboxId: row.id, problem });
    for (const event of events.filter(isOwn)) await applyOwn(ctx, scope, channelId, event);
    payloads.push({ inboxId: row.id, events: events.filter((event) => !isOwn(event)) });
  }
  return { payloads, isMore: rows.length === limit };
}

function isOwn(event: ChannelEvent): event is OwnEvent {
  return event.kind === 'channel' || event.kind === 'template';
}

function readEvents(read: () => ChannelEvent[]): { events: ChannelEvent[]; problem: string | null } {
  try {
    return { events: read(), problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableWebhook)) throw error;
    return { events: error.events, problem: error.message };
  }
}

async function putAside(
  ctx: Telling,
  scope: TenantScope,
  channel: ChannelRow,
  { inboxId, problem }: { inboxId: InboxId; problem: string },
): Promise<void> {
  await finishInbox(scope, [inboxId], 'unreadable', problem);
  await raiseNotice(scope, ctx.clock.now(), {
    kind: 'hook_unreadable',
    key: `hook_unreadable:${channel.id}`,
    severity: 'attention',
    params: { channelId: channel.id, channelKind: channel.kind, title: channel.title },
  });
  await announce(scope, 'channels');
}

/** Replaces the stored templates with the provider's; emits a change to flows that use them. */
export async function putTemplates(
  ctx: Telling,
  scope: TenantScope,
  channelId: ChannelId,
  templates: readonly ProviderTemplate[],
): Promise<void> {
  const before = await listTemplateRows(scope, channelId);
  await replaceTemplates(scope, channelId, templates, ctx.clock.now());
  const after = await listTemplateRows(scope, channelId);
  const isSame = (one: ChannelTemplate, other: ChannelTemplate | undefined) =>
    one.name === other?.name &&
    one.language === other.language &&
    one.status === other.status &&
    one.media === other.media;
  if (before.length === after.length && after.every((one, n) => isSame(one, before[n]))) return;
  await tellTemplates(ctx, scope, channelId);
}

async function tellTemplates(ctx: Telling, scope: TenantScope, channelId: ChannelId): Promise<void> {
  const occurredAt = ctx.clock.now();
  await emit(ctx, scope, templatesChanged, { dedupeKey: randomUUIDv7(), facts: { channelId }, occurredAt });
}

/** An unknown template is fetched with all others. */
async function applyOwn(ctx: Telling, scope: TenantScope, channelId: ChannelId, event: OwnEvent): Promise<void> {
  if (event.kind === 'channel') return setChannelTrouble(ctx, scope, channelId, event);
  const isKnown = await updateTemplateStatus(scope, channelId, event);
  if (isKnown) await tellTemplates(ctx, scope, channelId);
  else await enqueue(scope, checkChannelJob, { tenantId: scope.tenantId, channelId });
  await announce(scope, 'channels');
}
