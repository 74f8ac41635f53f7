import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import { AssistantTurn } from '#contract/assistants/turns.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import { isBeyond, readCursor } from '#server/platform/values/cursor.ts';

/** An answer as it is recorded. */
export type NewTurn = Omit<AssistantTurn, 'at'> & {
  assistantId: AssistantId;
  /** Null: of a trial. */
  conversationId: ConversationId | null;
  contactId: ContactId | null;
  /** Idempotency key within the conversation. */
  key: string;
  /** The first message of the reply in the ledger. */
  messageId: string | null;
  at: Temporal.Instant;
};

/** Records an answer, once for its key. */
export async function insertTurn({ tx, tenantId }: TenantScope, turn: NewTurn): Promise<void> {
  await tx
    .insertInto('assistant_turns')
    .values({
      tenant_id: tenantId,
      id: turn.id,
      assistant_id: turn.assistantId,
      version: turn.version,
      conversation_id: turn.conversationId,
      contact_id: turn.contactId,
      key: turn.key,
      question: turn.question,
      reply: turn.reply,
      message_id: turn.messageId,
      outcome: turn.outcome,
      handoff_reason: turn.handoffReason,
      summary: turn.summary,
      passages: JSON.stringify(turn.passages),
      calls: JSON.stringify(turn.calls),
      findings: JSON.stringify(turn.findings),
      is_regenerated: turn.isRegenerated,
      model: turn.model,
      input_tokens: turn.inputTokens,
      output_tokens: turn.outputTokens,
      cost_micro_usd: turn.costMicroUsd,
      took_ms: turn.tookMs,
      at: turn.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const COLUMNS = [
  'id',
  'at',
  'version',
  'question',
  'reply',
  'outcome',
  'handoff_reason',
  'summary',
  'passages',
  'calls',
  'findings',
  'is_regenerated',
  'model',
  'input_tokens',
  'output_tokens',
  'cost_micro_usd',
  'took_ms',
] as const;

export async function findTurnOfMessage({ tx, tenantId }: TenantScope, messageId: MessageId) {
  const row = await tx
    .selectFrom('assistant_turns')
    .select([...COLUMNS, 'assistant_id'])
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row ? { ...toTurn(row), assistantId: AssistantId.parse(row.assistant_id) } : null;
}

/** The conversation of a message that an assistant sent; null: none did. */
export async function findTalkOfMessage({ tx, tenantId }: TenantScope, messageId: MessageId) {
  const row = await tx
    .selectFrom('assistant_turns')
    .select(['assistant_id', 'conversation_id', 'contact_id'])
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (!row || row.conversation_id === null || row.contact_id === null) return null;
  return {
    assistantId: AssistantId.parse(row.assistant_id),
    conversationId: ConversationId.parse(row.conversation_id),
    contactId: ContactId.parse(row.contact_id),
  };
}

/** The latest answers in a conversation since a moment, oldest first. */
export async function listTurnsOfTalk(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  { since, limit }: { since: Temporal.Instant; limit: number },
): Promise<AssistantTurn[]> {
  const rows = await tx
    .selectFrom('assistant_turns')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed().map(toTurn);
}

/** Turns by their ids; unknown ones are left out. */
export async function listTurnsById(
  { tx, tenantId }: TenantScope,
  ids: readonly string[],
): Promise<Map<string, AssistantTurn>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('assistant_turns')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toTurn(row)]));
}

const ByTime = z.tuple([z.iso.datetime(), z.uuid()]);

/** Answers to contacts, the latest first, and one more than the limit where there are more. */
export async function listTurnRows(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  {
    cursor,
    limit,
    outcome,
  }: { cursor?: string | undefined; limit: number; outcome?: AssistantTurn['outcome'] | undefined },
) {
  const rows = await tx
    .selectFrom('assistant_turns')
    .select([...COLUMNS, 'conversation_id'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('conversation_id', 'is not', null)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', String(outcome)))
    .where(isBeyond([sql`at`, sql`id`], readCursor(cursor, ByTime), 'desc'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({
    ...toTurn(row),
    conversationId: row.conversation_id === null ? null : ConversationId.parse(row.conversation_id),
  }));
}

/** Answers in a conversation since a moment. */
export async function countRecentTurns(
  { tx, tenantId }: TenantScope,
  conversationId: ConversationId,
  since: Temporal.Instant,
): Promise<number> {
  const row = await tx
    .selectFrom('assistant_turns')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('conversation_id', '=', conversationId)
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export type DialogueCounts = { dialogues: number; handedOver: number };

/** Conversations with a reply of each assistant since a moment, and those of them that were handed to a person. */
export async function countDialogues(
  { tx, tenantId }: TenantScope,
  ids: readonly AssistantId[],
  since: Temporal.Instant,
): Promise<ReadonlyMap<AssistantId, DialogueCounts>> {
  const { rows } = await sql<{ assistant_id: AssistantId; dialogues: number; handed_over: number }>`
    select assistant_id, count(distinct conversation_id)::int as dialogues,
      (count(distinct conversation_id) filter (where outcome in ('handed_over', 'failed', 'silent')))::int as handed_over
    from assistant_turns
    where tenant_id = ${tenantId} and assistant_id = any (${[...ids]}::uuid[]) and at >= ${since}
      and conversation_id is not null
    group by assistant_id`.execute(tx);
  return new Map(rows.map((row) => [row.assistant_id, { dialogues: row.dialogues, handedOver: row.handed_over }]));
}

type Row = Pick<Selectable<DB['assistant_turns']>, (typeof COLUMNS)[number]>;

function toTurn(row: Row): AssistantTurn {
  return AssistantTurn.parse({
    id: row.id,
    at: row.at.toString(),
    version: row.version,
    question: row.question,
    reply: row.reply,
    outcome: row.outcome,
    handoffReason: row.handoff_reason,
    summary: row.summary,
    passages: row.passages,
    calls: row.calls,
    findings: row.findings,
    isRegenerated: row.is_regenerated,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costMicroUsd: row.cost_micro_usd,
    tookMs: row.took_ms,
  });
}
