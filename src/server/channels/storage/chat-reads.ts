import { declarationOf } from '#contract/channels/kinds.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listChannelAddresses, listUsableChannels } from './actions.ts';

/** A messenger in which a person can write to the business first. */
export type Chat = { name: string; url: string };

/** Lists the messengers of working channels, in their order. */
export async function listChats(scope: TenantScope): Promise<Chat[]> {
  const working = (await listUsableChannels(scope)).filter(({ state }) => state === 'Authorized');
  const addresses = await listChannelAddresses(
    scope,
    working.map(({ id }) => id),
  );
  return addresses.flatMap(({ kind, address }) => {
    const { chat } = declarationOf(kind);
    return chat && address !== '' ? [{ name: chat.name, url: chat.url(address, '') }] : [];
  });
}
