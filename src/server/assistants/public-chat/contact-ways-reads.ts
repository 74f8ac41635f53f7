import { declarationOf } from '#contract/channels/kinds.ts';
import { listChannelAddresses, listUsableChannels } from '#server/channels/storage/actions.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** How a business is reached without the chat. */
export type ContactWays = {
  /** Each once, with the first branch that has it. */
  phones: { title: string; phone: string }[];
  chats: { name: string; url: string }[];
};

const MOST_WAYS = 6;

/** Lists phones of the active branches, and messengers in which a person can write first. */
export async function listContactWays(scope: TenantScope): Promise<ContactWays> {
  const branches = await listBranches(scope);
  const phones = branches.flatMap(({ isActive, title, phone }) =>
    isActive && phone?.trim() ? [{ title, phone: phone.trim() }] : [],
  );
  const once = phones.filter(({ phone }, index) => phones.findIndex((one) => one.phone === phone) === index);
  const working = (await listUsableChannels(scope)).filter(({ state }) => state === 'Authorized');
  const addresses = await listChannelAddresses(
    scope,
    working.map(({ id }) => id),
  );
  const chats = addresses.flatMap(({ kind, address }) => {
    const { chat } = declarationOf(kind);
    return chat && address !== '' ? [{ name: chat.name, url: chat.url(address, '') }] : [];
  });
  return { phones: once.slice(0, MOST_WAYS), chats: chats.slice(0, MOST_WAYS) };
}
