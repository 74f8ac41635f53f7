import { randomUUIDv7 } from 'node:crypto';
import type { ChannelTraits } from '#contract/channels/kind.ts';
import { OFFERED_KINDS, traitsOf } from '#contract/channels/kinds.ts';
import type {
  ChannelId,
  ChannelKind,
  ChannelState,
  ChannelTemplate,
  ChannelTrouble,
} from '#contract/channels/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import {
  finishInbox,
  type InboxId,
  type InboxPlace,
  type InboxRow,
  peekInbox,
  takeInbox,
} from '#server/platform/webhooks/inbox.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { findPassOnMinutes } from './cascade-queries.ts';
import { channelRestored, checkChannelJob, followSessionJob, templatesChanged } from '#server/channels/jobs.ts';
import {
  type AccountBalance,
  type ChannelEvent,
  type ChannelProviders,
  type Credentials,
  type ProviderTemplate,
  type StoredTemplate,
  UnreadableWebhook,
  type Webhook,
} from '#server/channels/port.ts';
import {
  type ChannelRow,
  findChannel,
  findChannelForUpdate,
  listChannelRows,
  putInboundTime,
  updateChannel,
} from './queries.ts';
import { isLow, STATE_OF_TROUBLE } from './rules.ts';
import { openSecrets, webhookOf } from './secrets.ts';
import { findSession, putReceived, putSession } from './session-queries.ts';
import { deleteUnlisted, listTemplateRows, updateTemplate, upsertTemplates } from './template-queries.ts';

export type UsableChannel = {
  id: ChannelId;
  kind: ChannelKind;
  title: string;
  /** Only `Authorized` sends now; messages planned for another wait until it does. */
  state: ChannelState;
  /** Whether it may not send, or not receive statuses of what it sent. */
  hasTrouble: boolean;
  /** Order of preference, lower first. */
  position: number;
  /** The tenant's own limit of messages per day; null: none. */
  dailyCap: number | null;
  /** Most people who may be written to first within 24 hours, shared by channels of one portfolio; null: any number. */
  peoplePerDay: number | null;
  portfolio: string | null;
  traits: ChannelTraits;
};

/**
 * Lists the cabinet's channels in order of preference, those down for now included; without those never fully
 * connected, and those that are built in.
 */
export async function listUsableChannels(scope: TenantScope): Promise<UsableChannel[]> {
  const channels = await listAnswerChannels(scope);
  return channels.filter(({ kind }) => OFFERED_KINDS.includes(kind));
}

/** The same with those that are built in: contacts who write on them are answered there, and nothing else is sent. */
export async function listAnswerChannels(scope: TenantScope): Promise<UsableChannel[]> {
  const rows = await listChannelRows(scope);
  return rows.filter(({ state }) => state !== 'init').map(toUsable);
}

/** Lists kinds and addresses of channels; removed ones, and those never fully connected, are left out. */
export async function listChannelAddresses(
  scope: TenantScope,
  ids: readonly ChannelId[],
): Promise<Pick<ChannelRow, 'id' | 'kind' | 'address'>[]> {
  if (ids.length === 0) return [];
  const rows = await listChannelRows(scope);
  return rows.filter(({ id, state }) => ids.includes(id) && state !== 'init');
}

/** @property webhook to which the provider posts statuses */
export type SendingChannel = UsableChannel & {
  address: string;
  externalId: string;
  credentials: Credentials;
  webhook: Webhook;
};

/** Returns a channel with unsealed credentials; undefined when it does not exist or was removed. */
export async function getChannelForSending(scope: ActionScope, id: ChannelId): Promise<SendingChannel | undefined> {
  const row = await findChannel(scope, id);
  if (!row || row.removedAt) return undefined;
  const secrets = openSecrets(scope, scope.tenantId, row.box);
  const { address, externalId, kind } = row;
  const webhook = webhookOf(scope, kind, secrets);
  return { ...toUsable(row), address, externalId: externalId ?? '', credentials: secrets.credentials, webhook };
}

function toUsable(row: ChannelRow): UsableChannel {
  const { id, kind, title, state, trouble, position, dailyCap, peoplePerDay, portfolio } = row;
  const limits = { dailyCap, peoplePerDay, portfolio };
  return { id, kind, title, state, hasTrouble: trouble !== null, position, ...limits, traits: traitsOf(kind) };
}

/** Minutes until a message that is not delivered goes on to the next channel of the cabinet's cascade; null: never. */
export async function getPassOnMinutes(scope: TenantScope): Promise<number | null> {
  return findPassOnMinutes(scope);
}

/** Templates of a channel as last read from its provider; only `approved` ones can be sent. */
export async function listTemplates(scope: TenantScope, channelId: ChannelId): Promise<StoredTemplate[]> {
  return listTemplateRows(scope, channelId);
}

/**
 * Records a channel's problem: notifies members when it cannot send or receive, and when it can again.
 *
 * @param found the problem with the provider's text; `trouble: null` when there is none. See `STATE_OF_TROUBLE` for its
 * effect on the channel, and `troubleOfError` for the problem of a failed send
 */
export async function setChannelTrouble(
  scope: ActionScope,
  channelId: ChannelId,
  { trouble, text }: { trouble: ChannelTrouble | null; text: string | null },
): Promise<void> {
  const channel = await findChannelForUpdate(scope, channelId);
  if (!channel || channel.removedAt) return;
  const state = trouble === null ? 'Authorized' : STATE_OF_TROUBLE[trouble];
  if (channel.state === state && channel.trouble === trouble && channel.troubleText === text) return;

  const now = scope.clock.now();
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
    await emit(scope, channelRestored, { dedupeKey, facts: { channelId }, occurredAt: now });
  }
  await announce(scope, 'channels');
}

const noticeKey = (channelId: ChannelId) => `channel:${channelId}`;

/** Records the balance of the provider's account; members get one notice while it is low. */
export async function noteBalance(
  scope: ActionScope,
  { id, kind, title }: Pick<ChannelRow, 'id' | 'kind' | 'title'>,
  balance: AccountBalance | null,
): Promise<void> {
  await updateChannel(scope, id, { balance });
  const now = scope.clock.now();
  const key = balanceKey(id);
  if (!balance || !isLow(kind, balance)) return void (await resolveNotice(scope, now, key));
  const params = { channelId: id, channelKind: kind, title, amount: balance.amount, currency: balance.currency };
  await raiseNotice(scope, now, { kind: 'balance_low', key, severity: 'attention', params });
}

/** Identity of the notice of a low balance. */
export const balanceKey = (channelId: ChannelId) => `balance:${channelId}`;

/** Records when a contact last wrote on the channel, for its health. Open pages fetch it again at most once a minute. */
export async function noteChannelInbound(
  scope: TenantScope,
  channelId: ChannelId,
  at: Temporal.Instant,
): Promise<void> {
  const former = await putInboundTime(scope, channelId, at);
  if (!former || isBefore(former, at.subtract({ minutes: 1 }))) await announce(scope, 'channels');
}

/** Events of a channel's payloads that concern contacts and messages. */
export type CustomerEvent = Exclude<ChannelEvent, OwnEvent>;
type OwnEvent = Extract<ChannelEvent, { kind: 'channel' | 'template' | 'session' | 'echo' | 'standing' }>;

/** One payload; its `events` are for the caller, who then finishes it with `finishInbox`. */
export type ParsedPayload = { inboxId: InboxId; receivedAt: Temporal.Instant; events: CustomerEvent[] };

/**
 * Claims payloads of a channel and parses them, oldest first. Unreadable ones are marked and reported here, and events
 * of the channel itself are applied here.
 *
 * @param wanted the number of them, or those that are wanted
 */
export async function takePayloads(
  scope: ActionScope & { providers: ChannelProviders },
  channelId: ChannelId,
  wanted: number | readonly InboxId[],
): Promise<ParsedPayload[]> {
  const channel = await findChannel(scope, channelId);
  const provider = channel && scope.providers.get(channel.kind);
  if (!provider) return [];
  const rows = await takeInbox(scope, channelId, wanted);
  const payloads: ParsedPayload[] = [];
  for (const row of rows) {
    const { events, problem } = readEvents(() => provider.read(row));
    if (problem !== null) await putAside(scope, channel, { inboxId: row.id, problem });
    for (const event of events.filter(isOwn)) await applyOwn(scope, channelId, event);
    payloads.push(toParsed(row, events));
  }
  if (provider.pairing && payloads.some(({ events }) => events.length > 0)) await noteReceived(scope, channel);
  return payloads;
}

/** Parses payloads of a channel after a place, oldest first; nothing is claimed, marked or applied. */
export async function peekPayloads(
  scope: TenantScope & { providers: ChannelProviders },
  channelId: ChannelId,
  range: { after: InboxPlace | null; limit: number },
): Promise<ParsedPayload[]> {
  const channel = await findChannel(scope, channelId);
  const provider = channel && scope.providers.get(channel.kind);
  if (!provider) return [];
  const rows = await peekInbox(scope, channelId, range);
  return rows.map((row) => toParsed(row, readEvents(() => provider.read(row)).events));
}

function toParsed({ id, receivedAt }: InboxRow, events: readonly ChannelEvent[]): ParsedPayload {
  return { inboxId: id, receivedAt, events: events.filter((event) => !isOwn(event)) };
}

function isOwn(event: ChannelEvent): event is OwnEvent {
  return ['channel', 'template', 'session', 'echo', 'standing'].includes(event.kind);
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
  scope: ActionScope,
  channel: ChannelRow,
  { inboxId, problem }: { inboxId: InboxId; problem: string },
): Promise<void> {
  await finishInbox(scope, [inboxId], 'unreadable', problem);
  await raiseNotice(scope, scope.clock.now(), {
    kind: 'hook_unreadable',
    key: `hook_unreadable:${channel.id}`,
    severity: 'attention',
    params: { channelId: channel.id, channelKind: channel.kind, title: channel.title },
  });
  await announce(scope, 'channels');
}

/** Replaces the stored templates with the provider's; emits a change to flows that use them. */
export async function putTemplates(
  scope: ActionScope,
  channelId: ChannelId,
  templates: readonly ProviderTemplate[],
): Promise<void> {
  const before = await listTemplateRows(scope, channelId);
  const now = scope.clock.now();
  await upsertTemplates(scope, channelId, templates, now);
  await deleteUnlisted(scope, channelId, now);
  const after = await listTemplateRows(scope, channelId);
  const isSame = (one: ChannelTemplate, other: ChannelTemplate | undefined) =>
    one.name === other?.name &&
    one.language === other.language &&
    one.status === other.status &&
    one.media === other.media;
  if (before.length === after.length && after.every((one, n) => isSame(one, before[n]))) return;
  await emitTemplatesChanged(scope, channelId);
}

/** Queues a check of what depends on the templates of a channel. */
export async function emitTemplatesChanged(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const occurredAt = scope.clock.now();
  await emit(scope, templatesChanged, { dedupeKey: randomUUIDv7(), facts: { channelId }, occurredAt });
}

/** An unknown template is fetched with all others. */
async function applyOwn(scope: ActionScope, channelId: ChannelId, event: OwnEvent): Promise<void> {
  if (event.kind === 'channel') return setChannelTrouble(scope, channelId, event);
  if (event.kind === 'echo') return receiveEcho(scope, channelId, event.providerMessageId);
  if (event.kind === 'standing') return enqueue(scope, checkChannelJob, { tenantId: scope.tenantId, channelId });
  if (event.kind === 'session') {
    await enqueue(scope, followSessionJob, { tenantId: scope.tenantId, channelId });
    return enqueue(scope, checkChannelJob, { tenantId: scope.tenantId, channelId });
  }
  const before = await updateTemplate(scope, channelId, event, scope.clock.now());
  if (!before) await enqueue(scope, checkChannelJob, { tenantId: scope.tenantId, channelId });
  else if (event.status !== undefined && event.status !== before.status) await emitTemplatesChanged(scope, channelId);
  await announce(scope, 'channels');
}

/** A message of a channel to itself came back: the channel is connected, and receives messages. */
async function receiveEcho(scope: ActionScope, channelId: ChannelId, echoId: string): Promise<void> {
  const channel = await findChannelForUpdate(scope, channelId);
  const session = await findSession(scope, channelId);
  if (!channel || channel.removedAt || channel.externalId === null || !session?.echoedAt) return;
  // NOTE: it may come back before the call that sent it has returned its id.
  if (session.echoId !== null && session.echoId !== echoId) return;
  const now = scope.clock.now();
  await putSession(scope, channelId, { receivedAt: now });
  await enqueue(scope, followSessionJob, { tenantId: scope.tenantId, channelId });
  if (channel.state === 'Authorized' && channel.trouble === null) return;
  await putSession(scope, channelId, { expiresAt: null, loadingSince: null, linkHash: null, restartedAt: null });
  await setChannelTrouble(scope, channelId, { trouble: null, text: null });
  await resolveNotice(scope, now, noticeKey(channelId));
  await updateChannel(scope, channelId, { lastCheckedAt: now, isCheckUnanswered: false });
}

/** A session is marked no more often than this. */
const RECEIVED_STEP_SECONDS = 30;

/** Records that a paired channel received something of its contacts, which proves that it is not deaf. */
async function noteReceived(scope: ActionScope, { id, trouble }: ChannelRow): Promise<void> {
  const at = scope.clock.now();
  await putReceived(scope, id, { at, unlessSince: at.subtract({ seconds: RECEIVED_STEP_SECONDS }) });
  if (trouble === 'deaf') await setChannelTrouble(scope, id, { trouble: null, text: null });
}
