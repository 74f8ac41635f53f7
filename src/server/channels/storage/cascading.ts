import { type Cascade, PassOnMinutes } from '#contract/channels/cascade.ts';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { orNull } from '#server/platform/values/reading.ts';
import { findPassOnMinutes, setPassOnMinutes, setPositions } from './cascade-queries.ts';
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
