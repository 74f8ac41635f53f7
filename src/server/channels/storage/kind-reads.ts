import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { findChannel } from './queries.ts';

/** The kind of a channel, also of one that was removed. */
export async function findKindOfChannel(scope: TenantScope, id: ChannelId): Promise<ChannelKind | undefined> {
  return (await findChannel(scope, id))?.kind;
}
