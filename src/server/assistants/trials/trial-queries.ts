import { sql } from 'kysely';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { TrialMessage } from '#contract/assistants/turns.ts';
import { type MemberId, TenantId } from '#contract/tenants/ids.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';

/** A member's chat with the draft of an assistant. */
export type TrialChat = { assistantId: AssistantId; memberId: MemberId };

export type StoredTrialMessage = {
  id: string;
  sender: TrialMessage['sender'];
  text: string;
  at: Temporal.Instant;
  turnId: string | null;
};

const Side = TrialMessage.shape.sender;

/** The last messages of a chat, oldest first. */
export async function listTrialMessages(
  { tx, tenantId }: TenantScope,
  { assistantId, memberId }: TrialChat,
  limit: number,
): Promise<StoredTrialMessage[]> {
  const rows = await tx
    .selectFrom('assistant_trial_messages')
    .select(['id', 'sender', 'body', 'at', 'turn_id'])
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows
    .toReversed()
    .map(({ id, sender, body, at, turn_id }) => ({ id, sender: Side.parse(sender), text: body, at, turnId: turn_id }));
}

export async function insertTrialMessage(
  { tx, tenantId }: TenantScope,
  { assistantId, memberId }: TrialChat,
  message: Omit<StoredTrialMessage, 'id'>,
): Promise<void> {
  await tx
    .insertInto('assistant_trial_messages')
    .values({
      tenant_id: tenantId,
      id: newId(z.uuid()),
      assistant_id: assistantId,
      member_id: memberId,
      sender: message.sender,
      body: message.text,
      at: message.at,
      turn_id: message.turnId,
    })
    .execute();
}

export async function deleteTrialMessages(
  { tx, tenantId }: TenantScope,
  { assistantId, memberId }: TrialChat,
): Promise<void> {
  await tx
    .deleteFrom('assistant_trial_messages')
    .where('tenant_id', '=', tenantId)
    .where('assistant_id', '=', assistantId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Messages deleted by one statement: few enough that no other transaction waits for it. */
const BATCH_SIZE = 1_000;

/** Lists tenants with rows older than a moment. */
export async function listTenantsWithOldTrials({ tx }: SystemScope, before: Temporal.Instant): Promise<TenantId[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t
    where exists (select from assistant_trial_messages m where m.tenant_id = t.id and m.at < ${before}::timestamptz)
    order by t.id`.execute(tx);
  return rows.map(({ id }) => TenantId.parse(id));
}

/** Deletes a batch of old messages and the turns that answered them. @returns whether there may be more */
export async function deleteSomeTrialMessages(
  { tx }: SystemScope,
  tenantId: TenantId,
  before: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with aged as (
      select id from assistant_trial_messages
      where tenant_id = ${tenantId} and at < ${before}::timestamptz order by at limit ${BATCH_SIZE}
    ),
    gone as (
      delete from assistant_trial_messages m using aged
      where m.tenant_id = ${tenantId} and m.id = aged.id
      returning m.turn_id
    ),
    turns as (
      delete from assistant_turns t using gone
      where t.tenant_id = ${tenantId} and t.id = gone.turn_id and t.conversation_id is null
      returning 1
    )
    select count(*)::int as count from gone`.execute(tx);
  return rows[0]?.count === BATCH_SIZE;
}
