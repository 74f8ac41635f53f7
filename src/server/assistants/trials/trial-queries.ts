import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import { TrialMessage } from '#contract/assistants/turns.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
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
