import { sql } from 'kysely';
import { z } from 'zod';
import { ConnectionId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { TalkRef } from './talk-queries.ts';

/** The answer of a person that is on its way to the contact. */
export const Answer = z.object({
  authorName: z.string(),
  text: z.string(),
  files: z.array(
    z.object({
      url: z.string(),
      mime: z.string().nullable(),
      name: z.string().nullable(),
      kind: z.enum(['image', 'audio', 'video', 'file']),
    }),
  ),
  attempts: z.int().default(0),
});
export type Answer = z.infer<typeof Answer>;

type MessageRef = { connectionId: ConnectionId; externalId: string };

/** Takes a message in. @returns false where it was taken in before */
export async function takeMessage(
  { tx, tenantId }: TenantScope,
  message: MessageRef & { talkId: string; answer: Answer | null; at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .insertInto('desk_messages')
    .values({
      tenant_id: tenantId,
      connection_id: message.connectionId,
      external_id: message.externalId,
      talk_id: message.talkId,
      answer: message.answer && JSON.stringify(message.answer),
      taken_at: message.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'connection_id', 'external_id']).doNothing())
    .returning('external_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds an answer that is not sent yet, locked until the transaction ends. */
export async function findAnswer(
  { tx, tenantId }: TenantScope,
  { connectionId, externalId }: MessageRef,
): Promise<{ talkId: string; answer: Answer } | undefined> {
  const row = await tx
    .selectFrom('desk_messages')
    .select(['talk_id', 'answer'])
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', externalId)
    .where('answer', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row && { talkId: row.talk_id, answer: Answer.parse(row.answer) };
}

/** @param answer null: it is sent, or given up */
export async function setAnswer(
  { tx, tenantId }: TenantScope,
  { connectionId, externalId }: MessageRef,
  answer: Answer | null,
): Promise<void> {
  await tx
    .updateTable('desk_messages')
    .set({ answer: answer && JSON.stringify(answer) })
    .where('tenant_id', '=', tenantId)
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', externalId)
    .execute();
}

/** Records by which message of the ledger an answer leaves. */
export async function insertAnswerMessage(
  { tx, tenantId }: TenantScope,
  sent: MessageRef & { talkId: string; messageId: string },
): Promise<void> {
  await tx
    .insertInto('desk_answers')
    .values({
      tenant_id: tenantId,
      message_id: sent.messageId,
      connection_id: sent.connectionId,
      talk_id: sent.talkId,
      external_id: sent.externalId,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'message_id']).doNothing())
    .execute();
}

export type AnswerMessage = TalkRef & { messageId: string; externalId: string };

/** Returns those of the messages that carry answers of a desk's people. */
export async function listAnswerMessages(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<AnswerMessage[]> {
  const rows = await tx
    .selectFrom('desk_answers')
    .select(['message_id', 'connection_id', 'talk_id', 'external_id'])
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', sql<string>`any (${[...messageIds]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    connectionId: ConnectionId.parse(row.connection_id),
    talkId: row.talk_id,
    externalId: row.external_id,
  }));
}

/** Statuses of messages of the ledger. */
export async function listOutcomes(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<Map<string, { status: string; reason: string | null; text: string | null }>> {
  const rows = await tx
    .selectFrom('messages')
    .select(['id', 'status', 'reason', 'error_class', 'error_text'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${[...messageIds]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { status: row.status, reason: row.error_class ?? row.reason, text: row.error_text }]),
  );
}
