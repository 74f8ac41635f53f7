import { sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { KnowledgeGap, KnowledgeGapId, KnowledgeSourceId } from '#contract/assistants/knowledge.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import type { PageQuery } from '#contract/primitives.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';

/** Questions and conversations shown of one group. */
const MOST_SHOWN = 10;

/** Serializes what is noted of an assistant, so that like questions become one group. */
export async function lockGaps({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gaps:${tenantId}:${assistantId}`}, 0))`.execute(tx);
}

/** Groups that a question may belong to, those asked last first. */
export async function listGroups(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  limit: number,
): Promise<{ id: KnowledgeGapId; question: string }[]> {
  const rows = await tx
    .selectFrom('knowledge_gaps')
    .select(['id', 'question'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('state', '<>', 'answered')
    .orderBy('last_asked_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: KnowledgeGapId.parse(row.id), question: row.question }));
}

export async function insertGroup(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { question, reason, at }: { question: string; reason: KnowledgeGap['reason']; at: Temporal.Instant },
): Promise<KnowledgeGapId> {
  const id = newId(KnowledgeGapId);
  await tx
    .insertInto('knowledge_gaps')
    .values({ tenant_id: tenantId, id, assistant_id: assistantId, question, reason, count: 0, last_asked_at: at })
    .execute();
  return id;
}

/** Adds a question to a group, and counts it; the same one of a conversation counts once. */
export async function addQuestion(
  { tx, tenantId }: TenantScope,
  gapId: KnowledgeGapId,
  given: { question: string; conversationId: ConversationId | null; at: Temporal.Instant },
): Promise<void> {
  const added = await tx
    .insertInto('knowledge_gap_questions')
    .values({
      tenant_id: tenantId,
      id: newId(z.uuid()),
      gap_id: gapId,
      conversation_id: given.conversationId,
      question: given.question,
      asked_at: given.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'gap_id', 'conversation_id', 'question']).doNothing())
    .executeTakeFirst();
  if (!added.numInsertedOrUpdatedRows) return;
  await tx
    .updateTable('knowledge_gaps')
    .set({ count: sql<number>`count + 1`, last_asked_at: given.at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', gapId)
    .execute();
}

const End = z.tuple([z.int(), KnowledgeGapId]);

export async function listGaps(
  scope: TenantScope,
  assistantId: AssistantId,
  { state, cursor, limit }: z.output<typeof PageQuery> & { state: KnowledgeGap['state'] },
): Promise<{ items: KnowledgeGap[]; nextCursor: string | null }> {
  const { tx, tenantId } = scope;
  const end = readCursor(cursor, End);
  const rows = await tx
    .selectFrom('knowledge_gaps')
    .select(['id', 'question', 'reason', 'state', 'count', 'last_asked_at'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('state', '=', state)
    .$if(end !== null, (query) => query.where(sql<boolean>`(count, id) < (${end?.[0]}::int, ${end?.[1]}::uuid)`))
    .orderBy('count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const questions = await listQuestions(
    scope,
    rows.map(({ id }) => id),
  );
  const toGap = (row: (typeof rows)[number]): KnowledgeGap => {
    const own = questions.filter(({ gap_id: of }) => of === row.id);
    const wordings = [...new Set(own.map(({ question }) => question))].filter((one) => one !== row.question);
    const conversations = own.flatMap(({ conversation_id: id }) => (id === null ? [] : [ConversationId.parse(id)]));
    return {
      id: KnowledgeGapId.parse(row.id),
      question: row.question,
      wordings: wordings.slice(0, MOST_SHOWN),
      count: row.count,
      reason: KnowledgeGap.shape.reason.parse(row.reason),
      state: KnowledgeGap.shape.state.parse(row.state),
      lastNotedAt: row.last_asked_at.toString(),
      conversationIds: [...new Set(conversations)].slice(0, MOST_SHOWN),
    };
  };
  return toPage(rows, limit, toGap, (row) => [row.count, row.id]);
}

/** The newest questions of some groups, a few of each. */
async function listQuestions({ tx, tenantId }: TenantScope, gapIds: readonly string[]) {
  if (gapIds.length === 0) return [];
  const { rows } = await sql<{ gap_id: string; conversation_id: string | null; question: string }>`
    select q.gap_id, q.conversation_id, q.question
    from unnest(${[...gapIds]}::uuid[]) as given (gap_id)
    cross join lateral (
      select gap_id, conversation_id, question, asked_at, id from knowledge_gap_questions
      where tenant_id = ${tenantId} and gap_id = given.gap_id
      order by asked_at desc, id desc limit ${MOST_SHOWN * 3}
    ) q
    order by q.asked_at desc, q.id desc`.execute(tx);
  return rows;
}

export async function countOpenGaps({ tx, tenantId }: TenantScope, assistantId: AssistantId): Promise<number> {
  const { count } = await tx
    .selectFrom('knowledge_gaps')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** The group, locked; `sourceId` is the pair that answers it. */
export async function findGap(
  { tx, tenantId }: TenantScope,
  { assistantId, gapId }: { assistantId: AssistantId; gapId: KnowledgeGapId },
): Promise<{ state: KnowledgeGap['state']; sourceId: KnowledgeSourceId | null } | undefined> {
  const row = await tx
    .selectFrom('knowledge_gaps')
    .select(['state', 'source_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', gapId)
    .where('assistant_id', '=', assistantId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      state: KnowledgeGap.shape.state.parse(row.state),
      sourceId: row.source_id === null ? null : KnowledgeSourceId.parse(row.source_id),
    }
  );
}

export async function setGapState(
  { tx, tenantId }: TenantScope,
  gapId: KnowledgeGapId,
  { state, sourceId }: { state: KnowledgeGap['state']; sourceId: KnowledgeSourceId | null },
): Promise<void> {
  await tx
    .updateTable('knowledge_gaps')
    .set({ state, source_id: sourceId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', gapId)
    .execute();
}
