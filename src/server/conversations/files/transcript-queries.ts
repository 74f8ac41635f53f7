import { sql } from 'kysely';
import { TRANSCRIPT_TROUBLES } from '#contract/conversations/values.ts';
import { ConversationId } from '#contract/conversations/calls.ts';
import { FileId } from '#contract/texts/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

export type TranscriptTrouble = (typeof TRANSCRIPT_TROUBLES)[number];

/** How the writing of a transcript ended. */
export type TranscriptOutcome = { state: 'written'; text: string } | { state: 'failed'; trouble: TranscriptTrouble };

/** The transcript of a message, requested or not. */
export type Transcript = {
  messageId: string;
  /** Null: nobody has requested it. */
  state: 'writing' | 'written' | 'failed' | null;
  text: string;
  trouble: TranscriptTrouble | null;
  requestedAt: Temporal.Instant | null;
};

/** Reads the transcripts of messages; those without a file are left out. */
export async function listTranscripts(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
): Promise<Transcript[]> {
  const rows = await tx
    .selectFrom('thread_files')
    .select(['message_id', 'transcript_state', 'transcript', 'transcript_trouble', 'transcript_requested_at'])
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', sql<string>`any (${[...messageIds]}::uuid[])`)
    .execute();
  return rows.map((row) => ({
    messageId: row.message_id,
    state: row.transcript_state as Transcript['state'], // NOTE: the column takes only these
    text: row.transcript ?? '',
    trouble: TRANSCRIPT_TROUBLES.find((one) => one === row.transcript_trouble) ?? null,
    requestedAt: row.transcript_requested_at,
  }));
}

/**
 * Marks transcripts as requested, once.
 *
 * @param how.isRetried one that failed is requested again
 * @returns the messages, and whether their file was fetched
 */
export async function openTranscripts(
  { tx, tenantId }: TenantScope,
  messageIds: readonly string[],
  { isRetried, now }: { isRetried: boolean; now: Temporal.Instant },
): Promise<{ messageId: string; isKept: boolean }[]> {
  const rows = await tx
    .updateTable('thread_files')
    .set({ transcript_state: 'writing', transcript_trouble: null, transcript_requested_at: now })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', sql<string>`any (${[...messageIds]}::uuid[])`)
    .where('state', '<>', 'refused')
    .where(sql<boolean>`(transcript_state is null or (${isRetried}::boolean and transcript_state = 'failed'))`)
    .returning(['message_id', 'state'])
    .execute();
  return rows.map((row) => ({ messageId: row.message_id, isKept: row.state === 'kept' }));
}

/** Whether a message of a conversation is a voice message with a file. */
export async function isVoice(
  { tx, tenantId }: TenantScope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: string },
): Promise<boolean> {
  const row = await voices({ tx, tenantId }, messageId)
    .select('f.message_id')
    .where('f.conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A voice message whose words are to be written. */
export type OpenVoice = {
  conversationId: ConversationId;
  fileId: FileId;
  direction: 'in' | 'own';
  /** The text that came with it. */
  text: string;
  at: Temporal.Instant;
};

/** Takes the writing of a transcript for a time. @returns null when it is over, or another run has it */
export async function claimTranscript(
  scope: TenantScope,
  messageId: string,
  seconds: number,
): Promise<OpenVoice | null> {
  const { tx, tenantId } = scope;
  const claimed = await tx
    .updateTable('thread_files')
    .set({ transcribing_until: sql<Temporal.Instant>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('transcript_state', '=', 'writing')
    .where('state', '=', 'kept')
    .where(sql<boolean>`coalesce(transcribing_until < clock_timestamp(), true)`)
    .returning('file_id')
    .executeTakeFirst();
  if (!claimed?.file_id) return null;
  const row = await voices(scope, messageId)
    .select(['f.conversation_id', 'i.text as inbound_text', 'o.text as own_text'])
    .select(['i.received_at as inbound_at', 'o.received_at as own_at'])
    .executeTakeFirst();
  const at = row?.inbound_at ?? row?.own_at;
  if (!row || !at) return null;
  return {
    conversationId: ConversationId.parse(row.conversation_id),
    fileId: FileId.parse(claimed.file_id),
    direction: row.inbound_at ? 'in' : 'own',
    text: row.inbound_text ?? row.own_text ?? '',
    at,
  };
}

/** Whether a transcript is still to be written. */
export async function isWriting({ tx, tenantId }: TenantScope, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('thread_files')
    .select('message_id')
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('transcript_state', '=', 'writing')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives the writing back, for another run of the job. */
export async function releaseTranscript({ tx, tenantId }: TenantScope, messageId: string): Promise<void> {
  await tx
    .updateTable('thread_files')
    .set({ transcribing_until: null })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .execute();
}

/** Stores how the writing ended. @returns false when another run ended it before */
export async function endTranscript(
  { tx, tenantId }: TenantScope,
  messageId: string,
  outcome: TranscriptOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('thread_files')
    .set({
      transcript_state: outcome.state,
      transcript: outcome.state === 'written' ? outcome.text : null,
      transcript_trouble: outcome.state === 'failed' ? outcome.trouble : null,
      transcribing_until: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('message_id', '=', messageId)
    .where('transcript_state', '=', 'writing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function voices({ tx, tenantId }: TenantScope, messageId: string) {
  return tx
    .selectFrom('thread_files as f')
    .leftJoin('inbound_messages as i', (join) =>
      join.onRef('i.tenant_id', '=', 'f.tenant_id').onRef('i.id', '=', 'f.message_id'),
    )
    .leftJoin('own_messages as o', (join) =>
      join.onRef('o.tenant_id', '=', 'f.tenant_id').onRef('o.id', '=', 'f.message_id'),
    )
    .where('f.tenant_id', '=', tenantId)
    .where('f.message_id', '=', messageId)
    .where(sql<boolean>`coalesce(i.kind, o.kind) = 'voice'`);
}
