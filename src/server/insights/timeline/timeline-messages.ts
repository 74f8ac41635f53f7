import { sql } from 'kysely';
import { z } from 'zod';
import { ChannelKind } from '#contract/channels/calls.ts';
import { ConversationId, MessageKind } from '#contract/conversations/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { listMessageEntries } from '#server/delivery/log/log-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { LoadedItem, TimelineKey } from './timeline-sources.ts';
import { listVisitsToName } from './visit-queries.ts';

type Loaded = Promise<Map<string, LoadedItem>>;

/** Loads messages that were or will be sent to the contact, as the log shows them. */
export async function loadMessages(scope: ActionScope, keys: readonly TimelineKey[]): Loaded {
  const entries = await listMessageEntries(
    scope,
    keys.map(({ id }) => id),
  );
  return byId(
    entries.flatMap(({ channelKind, ...entry }) => {
      const { id, at, timeZone, status, rule, isTest, isReplied, body, form, templateName } = entry;
      const { senderId, senderKind, senderTitle } = entry;
      if (channelKind === null) return [];
      const sender = { senderId, senderKind, senderTitle };
      const shown = { status, rule, isTest, isReplied, body, form, templateName };
      return { id, at, timeZone, type: 'message' as const, ...shown, ...sender, channelKind };
    }),
  );
}

/** Loads the contact's messages and button taps. */
export async function loadAnswers({ tx, tenantId }: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const rows = await tx
    .selectFrom('inbound_messages as m')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.channel_id'),
    )
    .select(['m.id', 'm.received_at', 'm.kind', 'm.text', 'm.conversation_id', 'c.kind as channel_kind'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', anyOf(keys))
    .execute();
  return byId(
    rows.map((row) => ({
      id: row.id,
      at: row.received_at.toString(),
      type: 'answer',
      kind: MessageKind.catch('other').parse(row.kind),
      text: row.text ?? '',
      channelKind: ChannelKind.parse(row.channel_kind),
      conversationId: ConversationId.parse(row.conversation_id),
    })),
  );
}

const Compared = z.record(z.string(), z.unknown());

/** Loads decisions against messages, with the rule and the values it compared. */
export async function loadVerdicts(scope: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const { tx, tenantId } = scope;
  const times = keys.map(({ at }) => at).toSorted(compareInstants);
  const rows = await tx
    .selectFrom('verdicts as v')
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.id', '=', 'v.sender_id'),
    )
    .leftJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'v.tenant_id').onRef('o.id', '=', 'v.subject_id'))
    .select(['v.id', 'v.decided_at', 'v.rule', 'v.compared', 'v.sender_id', 'v.visit_id', 'o.number'])
    .select(['s.kind as sender_kind', 's.title'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.id', '=', anyOf(keys))
    // Only the months they lie in are scanned.
    .where('v.decided_at', '>=', sql<Temporal.Instant>`${times[0]}::timestamptz`)
    .where('v.decided_at', '<=', sql<Temporal.Instant>`${times.at(-1)}::timestamptz`)
    .execute();
  const visits = await listVisitsToName(
    scope,
    rows.flatMap((row) => row.visit_id ?? []),
  );
  return byId(
    rows.map((row) => {
      const visit = (row.visit_id !== null && visits.get(row.visit_id)) || null;
      return {
        id: row.id,
        at: row.decided_at.toString(),
        timeZone: visit?.timeZone,
        type: 'verdict',
        rule: DecisionRule.parse(row.rule),
        compared: Compared.parse(row.compared),
        ...senderOf(row),
        visit,
        orderNumber: row.number,
      };
    }),
  );
}

const anyOf = (keys: readonly TimelineKey[]) => sql<string>`any (${keys.map(({ id }) => id)}::uuid[])`;

const byId = (items: readonly LoadedItem[]) => new Map(items.map((item) => [item.id, item]));

const senderOf = (row: { sender_id: string; sender_kind: string; title: string }) => ({
  senderId: SenderId.parse(row.sender_id),
  senderKind: SenderKind.parse(row.sender_kind),
  senderTitle: row.title,
});
