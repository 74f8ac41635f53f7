import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';

const KIND = 'web_chat';

/**
 * The chat on our own public page. Nothing is called: a message is accepted under its own id, and the page of the visitor
 * reads it from the ledger. The credentials have the channel's own id alone.
 */
export function createWebChat(): ChannelProvider {
  return {
    kind: KIND,
    traits: traitsOf(KIND),
    check: async ({ id = '' }) => ({ isOk: true, value: { externalId: id, address: null, name: null } }),
    subscribe: async () => ({ isOk: true, value: null }),
    send: async ({ message: { reference } }) => ({
      kind: 'accepted',
      providerMessageId: reference,
      channelUserId: null,
      isSent: true,
    }),
    verify: () => false, // NOTE: visitors write on the page; nobody posts to the webhook
    read: () => [],
  };
}
