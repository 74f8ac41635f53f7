import { ChannelId, type ChannelKind } from '#contract/channels/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { newId } from '#server/platform/values/ids.ts';
import { channelRemoved } from '#server/channels/jobs.ts';
import type { Credentials } from '#server/channels/port.ts';
import { emit } from '#server/platform/events/events.ts';
import {
  findChannelForUpdate,
  insertChannel,
  listChannelRows,
  listChannelsOfSender,
  lockConnecting,
  updateChannel,
} from './queries.ts';
import { newSecrets, openSecrets, webhooksBase } from './secrets.ts';

/**
 * Finds the channel of a kind that is built in; creates it where there is none, and restores one that was removed. A
 * cabinet has at most one of each.
 *
 * @param channel.title of a new one
 */
export async function ensureBuiltInChannel(
  scope: ActionScope,
  { kind, title }: { kind: ChannelKind; title: string },
): Promise<ChannelId> {
  await lockConnecting(scope);
  const [connected] = await listChannelRows(scope, kind);
  if (connected) return connected.id;
  const externalId = `${kind}:${scope.tenantId}`;
  const [removed] = await listChannelsOfSender(scope, { kind, externalId });
  const id = removed?.id ?? newId(ChannelId);
  const secrets = newSecrets(scope.tenantId, { id: externalId });
  const fields = {
    box: scope.vault.seal(scope.tenantId, secrets),
    webhookSecretHash: digest(secrets.webhookToken),
  };
  const now = scope.clock.now();
  if (!removed) await insertChannel(scope, { ...fields, id, kind, externalId, title, address: title }, now);
  await updateChannel(scope, id, {
    ...fields,
    state: 'Authorized',
    trouble: null,
    troubleText: null,
    stateChangedAt: now,
    lastCheckedAt: now,
    isCheckUnanswered: false,
    webhookBase: webhooksBase(scope),
    removedAt: null,
  });
  await announce(scope, 'channels');
  return id;
}

/** Finds the channel of a kind that is built in; null where there is none that works. */
export async function findBuiltInChannel(scope: ActionScope, kind: ChannelKind): Promise<ChannelId | null> {
  const [connected] = await listChannelRows(scope, kind);
  return connected?.state === 'Authorized' ? connected.id : null;
}

export type BuiltInChannel = {
  kind: ChannelKind;
  /** Names the channel among those of its kind in the cabinet. */
  externalId: string;
  title: string;
  address: string;
  credentials: Credentials;
};

/**
 * Makes one of several channels of a kind that is built in, or restores it; the credentials are those given. Safe to
 * repeat.
 */
export async function putBuiltInChannel(scope: ActionScope, channel: BuiltInChannel): Promise<ChannelId> {
  const { kind, externalId, title, address, credentials } = channel;
  await lockConnecting(scope);
  const [known] = await listChannelsOfSender(scope, { kind, externalId });
  const id = known?.id ?? newId(ChannelId);
  const former = known && openSecrets(scope, scope.tenantId, known.box);
  const secrets = { ...(former ?? newSecrets(scope.tenantId, credentials)), credentials };
  const fields = {
    box: scope.vault.seal(scope.tenantId, secrets),
    webhookSecretHash: digest(secrets.webhookToken),
  };
  const now = scope.clock.now();
  if (!known) await insertChannel(scope, { ...fields, id, kind, externalId, title, address }, now);
  await updateChannel(scope, id, {
    ...fields,
    title,
    state: 'Authorized',
    trouble: null,
    troubleText: null,
    stateChangedAt: now,
    lastCheckedAt: now,
    isCheckUnanswered: false,
    webhookBase: webhooksBase(scope),
    removedAt: null,
  });
  await announce(scope, 'channels');
  return id;
}

/** Removes a channel that is built in; its waiting messages use another channel or are cancelled. Safe to repeat. */
export async function removeBuiltInChannel(scope: ActionScope, channelId: ChannelId): Promise<void> {
  const found = await findChannelForUpdate(scope, channelId);
  if (!found || found.removedAt) return;
  const now = scope.clock.now();
  await updateChannel(scope, channelId, { removedAt: now });
  const dedupeKey = `${channelId}:${now.toString()}`;
  await emit(scope, channelRemoved, { dedupeKey, facts: { channelId }, occurredAt: now });
  await announce(scope, 'channels');
}
