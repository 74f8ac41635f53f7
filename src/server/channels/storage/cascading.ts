import { type Cascade, PassOnMinutes } from '#contract/channels/cascade.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { orNull } from '#server/platform/values/reading.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { findPassOnMinutes, setPassOnMinutes, setPositions } from './cascade-queries.ts';
import { placeOfChannel } from './order-rules.ts';
import { listChannelRows, lockConnecting } from './queries.ts';

export async function viewCascade(scope: TenantScope): Promise<Cascade> {
  const channels = await listChannelRows(scope);
  const minutes = await findPassOnMinutes(scope);
  return {
    channelIds: channels.filter(({ kind }) => OFFERED_KINDS.includes(kind)).map(({ id }) => id),
    passOnMinutes: orNull(PassOnMinutes, minutes),
  };
}

/** Sets the order and the time of the cabinet's cascade. Messages that are planned or sent keep theirs. */
export async function saveCascade(scope: ActionScope, { channelIds, passOnMinutes }: Cascade): Promise<Cascade> {
  await lockConnecting(scope);
  await setPositions(scope, channelIds);
  await setPassOnMinutes(scope, passOnMinutes);
  await announce(scope, 'channels');
  return viewCascade(scope);
}

/** Puts a channel that was just inserted where it stands by the usual order of the cabinet's country. */
export async function placeNewChannel(scope: TenantScope, id: ChannelId): Promise<void> {
  const channels = await listChannelRows(scope);
  const added = channels.find((one) => one.id === id);
  if (!added) return;
  const others = channels.filter((one) => one.id !== id);
  const { countryId } = await getTenant(scope);
  const place = placeOfChannel(
    others.map(({ kind }) => kind),
    added.kind,
    countryId,
  );
  if (place === others.length) return;
  await setPositions(
    scope,
    others.toSpliced(place, 0, added).map((one) => one.id),
  );
}
