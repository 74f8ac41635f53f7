import { type Chat, listChats } from '#server/channels/storage/chat-reads.ts';
import { listBranches } from '#server/connections/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** How a business is reached without the chat. */
export type ContactWays = {
  /** Each once, with the first branch that has it. */
  phones: { title: string; phone: string }[];
  chats: Chat[];
};

const MOST_WAYS = 6;

/** Lists phones of the active branches, and messengers in which a person can write first. */
export async function listContactWays(scope: TenantScope): Promise<ContactWays> {
  const branches = await listBranches(scope);
  const phones = branches.flatMap(({ isActive, title, phone }) =>
    isActive && phone?.trim() ? [{ title, phone: phone.trim() }] : [],
  );
  const once = phones.filter(({ phone }, index) => phones.findIndex((one) => one.phone === phone) === index);
  return { phones: once.slice(0, MOST_WAYS), chats: (await listChats(scope)).slice(0, MOST_WAYS) };
}
