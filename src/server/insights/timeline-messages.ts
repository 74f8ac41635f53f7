import { sql } from 'kysely';
import { z } from 'zod';
import { ChannelKind } from '#contract/channels.ts';
import { ConversationId, SaidKind } from '#contract/conversations.ts';
import { DecisionRule, MessageStatus } from '#contract/delivery.ts';
import { SenderId, SenderKind } from '#contract/senders.ts';
import type { TimelineItem } from '#contract/insights.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { compareInstants } from '#server/platform/instant-rules.ts';
import type { TimelineKey } from './timeline-sources.ts';
import { listVisitsToName } from './visit-queries.ts';
import { orNull } from '#server/platform/reading.ts';

type Loaded = Promise<Map<string, TimelineItem>>;

/** Loads messages that were or will be sent to the contact. */
export async function loadMessages({ tx, tenantId }: TenantScope, keys: readonly TimelineKey[]): Loaded {
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('channels as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.id', '=', 'm.channel_id'),
    )
    .innerJoin('senders as s', (join) =>
      join.onRef('s.tenant_id', '=', 'm.tenant_id').onRef('s.id', '=', 'm.sender_id'),
    )
    .select(['m.id', 'm.due_at', 'm.status', 'm.reason', 'm.is_test', 'm.replied_at', 'm.body', 'm.sender_id'])
    .select(['c.kind', 's.kind as sender_kind', 's.title'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', anyOf(keys))
    .execute();
  return byId(
    rows.map((row) => ({
      id: row.id,
      at: row.due_at.toString(),
      type: 'message',
      status: MessageStatus.parse(row.status),
      rule: orNull(DecisionRule, row.reason),
      isTest: row.is_test,
      isReplied: row.replied_at !== null,
      body: row.body,
      ...senderOf(row),
      channelKind: ChannelKind.parse(row.kind),
    })),
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
      kind: SaidKind.catch('other').parse(row.kind),
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
    rows.map((row) => ({
      id: row.id,
      at: row.decided_at.toString(),
      type: 'verdict',
      rule: DecisionRule.parse(row.rule),
      compared: Compared.parse(row.compared),
      ...senderOf(row),
      visit: (row.visit_id !== null && visits.get(row.visit_id)) || null,
      orderNumber: row.number,
    })),
  );
}

const anyOf = (keys: readonly TimelineKey[]) => sql<string>`any (${keys.map(({ id }) => id)}::uuid[])`;

const byId = (items: readonly TimelineItem[]) => new Map(items.map((item) => [item.id, item]));

const senderOf = (row: { sender_id: string; sender_kind: string; title: string }) => ({
  senderId: SenderId.parse(row.sender_id),
  senderKind: SenderKind.parse(row.sender_kind),
  senderTitle: row.title,
});
