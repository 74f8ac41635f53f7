import type { ChannelId } from '#contract/channels/calls.ts';
import { type ParsedPayload, peekPayloads } from '#server/channels/storage/actions.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { InboxId, type InboxPlace } from '#server/platform/webhooks/inbox.ts';
import { optsOut, senderOf } from './inbound-rules.ts';

/** Finds payloads that must not wait for those before them. */
export type OptOutFinder = {
  /**
   * Looks at the payloads that came since the last call.
   *
   * @returns for each contact who opts out, all their payloads that were seen, oldest first: they keep their order
   */
  find(scope: TenantScope & { providers: ChannelProviders }, channelId: ChannelId): Promise<InboxId[][]>;
};

const AT_ONCE = 500;
/** Beyond this many, payloads are read in their order. */
const MOST = 10_000;
/** A payload may be stored this long after a later one, by another process. */
const OVERLAP_MS = 1_000;
const FIRST = InboxId.parse('00000000-0000-0000-0000-000000000000');

export function createOptOutFinder(): OptOutFinder {
  const seen = new Set<InboxId>();
  const bySender = new Map<string, Set<InboxId>>();
  let latest: Temporal.Instant | null = null;
  return {
    async find(scope, channelId) {
      const stopping = new Set<string>();
      let after: InboxPlace | null = latest && { receivedAt: latest.subtract({ milliseconds: OVERLAP_MS }), id: FIRST };
      while (seen.size < MOST) {
        const payloads = await peekPayloads(scope, channelId, { after, limit: AT_ONCE });
        for (const { id, sender, isStopping } of payloads.filter((one) => !seen.has(one.inboxId)).flatMap(inboundOf)) {
          const ids = bySender.getOrInsertComputed(sender, () => new Set());
          ids.add(id);
          if (isStopping) stopping.add(sender);
        }
        for (const { inboxId } of payloads) seen.add(inboxId);
        const last = payloads.at(-1);
        if (last) latest = last.receivedAt;
        if (!last || payloads.length < AT_ONCE) break;
        after = { receivedAt: last.receivedAt, id: last.inboxId };
      }
      return [...stopping].map((sender) => [...(bySender.get(sender) ?? [])]);
    },
  };
}

function inboundOf({ inboxId, events }: ParsedPayload) {
  const inbound = events.filter((event) => event.kind !== 'status' && event.kind !== 'own_message');
  return inbound.map((event) => ({ id: inboxId, sender: senderOf(event), isStopping: optsOut(event) }));
}
