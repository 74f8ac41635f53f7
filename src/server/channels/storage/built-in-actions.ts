import { ChannelId, type ChannelKind } from '#contract/channels/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { digest } from '#server/platform/secrets/vault.ts';
import { newId } from '#server/platform/values/ids.ts';
import { insertChannel, listChannelRows, listChannelsOfSender, lockConnecting, updateChannel } from './queries.ts';
import { newSecrets, webhooksBase } from './secrets.ts';

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
