import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { AssistantId } from '#contract/assistants/calls.ts';
import type { PublicChatSettings } from '#contract/assistants/public-chat.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';

/** The public chat of an assistant, and the messages of visitors on one day (`YYYY-MM-DD` of the cabinet). */
export type StoredChat = PublicChatSettings & { countedOn: string | null; counted: number };

const COLUMNS = ['is_on', 'greeting', 'questions', 'sites', 'daily_messages', 'counted_on', 'counted'] as const;
const Texts = z.array(z.string()).catch([]);

export async function findPublicChat(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
): Promise<StoredChat | null> {
  const row = await tx
    .selectFrom('public_chats')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .executeTakeFirst();
  return row ? toChat(row) : null;
}

/** Lists assistants whose public chat is switched on. */
export async function listOpenChats({ tx, tenantId }: TenantScope): Promise<Set<AssistantId>> {
  const rows = await tx
    .selectFrom('public_chats')
    .select('assistant_id')
    .where('tenant_id', '=', tenantId)
    .where('is_on', '=', true)
    .execute();
  return new Set(rows.map(({ assistant_id }) => AssistantId.parse(assistant_id)));
}

export async function putPublicChat(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  { isOn, greeting, questions, sites, dailyMessages }: PublicChatSettings,
  now: Temporal.Instant,
): Promise<void> {
  const written = {
    is_on: isOn,
    greeting,
    questions: JSON.stringify(questions),
    sites: JSON.stringify(sites),
    daily_messages: dailyMessages,
    updated_at: now,
  };
  await tx
    .insertInto('public_chats')
    .values({ tenant_id: tenantId, assistant_id: assistantId, ...written })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'assistant_id']).doUpdateSet(written))
    .execute();
}

/** Counts a message of a visitor for a day of the cabinet. @returns false where the day has had its most */
export async function countChatMessage(
  { tx, tenantId }: TenantScope,
  assistantId: AssistantId,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const today = sql`${day.toString()}::date`;
  const counted = sql<number>`case when counted_on = ${today} then counted else 0 end`;
  const { rows } = await sql`
    update public_chats set counted = ${counted} + 1, counted_on = ${today}
    where tenant_id = ${tenantId} and assistant_id = ${assistantId} and ${counted} < daily_messages
    returning assistant_id`.execute(tx);
  return rows.length > 0;
}

function toChat(row: Pick<Selectable<DB['public_chats']>, (typeof COLUMNS)[number]>): StoredChat {
  return {
    isOn: row.is_on,
    greeting: row.greeting,
    questions: Texts.parse(row.questions),
    sites: Texts.parse(row.sites),
    dailyMessages: row.daily_messages,
    countedOn: row.counted_on,
    counted: row.counted,
  };
}
