import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { getAiBalance } from '#server/billing/balance-actions.ts';
import { answerJob, transcribeJob } from '#server/conversations/jobs.ts';
import { putSearched } from '#server/conversations/threads/entry-queries.ts';
import { noteLive } from '#server/conversations/threads/live-actions.ts';
import { transcriptionProviders } from '#server/models/reads.ts';
import { transcribe } from '#server/models/transcribing-actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { openStored } from '#server/texts/attachments/attachment-actions.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import {
  claimTranscript,
  endTranscript,
  isWriting,
  listTranscripts,
  type OpenVoice,
  openTranscripts,
  releaseTranscript,
  type Transcript,
  type TranscriptOutcome,
} from './transcript-queries.ts';

// NOTE: a process: it reads a file and calls a model between transactions.

/** Some twenty minutes of a messenger's voice message; a longer one is for a person. */
const MAX_BYTES = 5 * 1_048_576;
/** Time for all providers; the lease of a run ends a little later. */
const WRITING_SECONDS = 120;
const LEASE_SECONDS = 150;

/** Reads the transcripts of voice messages, and has those written that nobody has requested. */
export async function requestTranscripts(scope: ActionScope, messageIds: readonly string[]): Promise<Transcript[]> {
  await open(scope, messageIds, false);
  return listTranscripts(scope, messageIds);
}

/** Has the words of a voice message written on request of a member, also where they failed before. */
export async function requestTranscript(
  scope: ActionScope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: string },
): Promise<void> {
  await open(scope, [messageId], true);
  noteLive(scope, { kind: 'message', conversationId, itemId: messageId });
}

async function open(scope: ActionScope, messageIds: readonly string[], isRetried: boolean): Promise<void> {
  const opened = await openTranscripts(scope, messageIds, { isRetried, now: scope.clock.now() });
  for (const { messageId, isKept } of opened) if (isKept) await queue(scope, messageId);
}

const queue = (scope: ActionScope, messageId: string) =>
  enqueue(scope, transcribeJob, { tenantId: scope.tenantId, messageId });

/** A file was fetched, or given up: a transcript that waits for it is written, or fails. */
export async function followFetch(
  scope: ActionScope,
  messageId: string,
  { state, conversationId }: { state: 'kept' | 'refused' | 'fetching'; conversationId: ConversationId },
): Promise<void> {
  if (state === 'fetching' || !(await isWriting(scope, messageId))) return;
  if (state === 'kept') return queue(scope, messageId);
  await endTranscript(scope, messageId, { state: 'failed', trouble: 'failed' });
  await resumeTurn(scope, conversationId);
}

/** The turn that waits for the words goes on. */
const resumeTurn = (scope: ActionScope, conversationId: ConversationId) =>
  enqueue(scope, answerJob, { tenantId: scope.tenantId, conversationId, failures: 0 });

/**
 * Writes the words of a voice message, once: a job that runs twice finds them written, and two runs at once share a
 * lease.
 */
export async function transcribeVoice(
  ctx: Context,
  { tenantId, messageId }: { tenantId: TenantId; messageId: string },
  signal: AbortSignal,
): Promise<void> {
  const voice = await withTenant(ctx, tenantId, (scope) => claim(scope, messageId));
  if (!voice) return;
  const outcome = await write(ctx, tenantId, { voice, messageId }, signal);
  await withTenant(ctx, tenantId, async (scope) => {
    if (outcome) await settle(scope, messageId, { voice, outcome });
    else await releaseTranscript(scope, messageId);
  });
  if (!outcome) throw new Error('The process stops; the job is run again by another');
}

/** A run whose lease outlived it is followed by another. */
async function claim(scope: ActionScope, messageId: string): Promise<OpenVoice | null> {
  const voice = await claimTranscript(scope, messageId, LEASE_SECONDS);
  if (!voice && (await isWriting(scope, messageId))) {
    const runAt = scope.clock.now().add({ seconds: LEASE_SECONDS });
    await enqueue(scope, transcribeJob, { tenantId: scope.tenantId, messageId }, { runAt });
  }
  return voice;
}

/** @returns null when the process stops */
async function write(
  ctx: Context,
  tenantId: TenantId,
  { voice: { fileId }, messageId }: { voice: OpenVoice; messageId: string },
  signal: AbortSignal,
): Promise<TranscriptOutcome | null> {
  const [file] = await withTenant(ctx, tenantId, (scope) => listFiles(scope, [fileId]));
  if (!file) return failed('failed');
  if (file.sizeBytes > MAX_BYTES) return failed('too_long');
  if (transcriptionProviders(ctx.config).length === 0) return failed('no_model');
  const stored = await openStored(ctx, tenantId, fileId);
  if (!stored) return failed('failed');
  const chunks: Buffer[] = [];
  for await (const chunk of stored) chunks.push(Buffer.from(chunk as Uint8Array)); // NOTE: a stream of bytes
  const limit = AbortSignal.any([signal, AbortSignal.timeout(WRITING_SECONDS * 1_000)]);
  const written = await transcribe(ctx, {
    tenantId,
    key: `voice:${messageId}`,
    bytes: Buffer.concat(chunks),
    mediaType: file.mime,
    language: null,
    signal: limit,
  });
  const text = written?.text.trim();
  if (text) return { state: 'written', text };
  if (text === '') return failed('nothing_heard');
  if (signal.aborted) return null;
  const { balance, reserved } = await withTenant(ctx, tenantId, getAiBalance);
  return failed(balance - reserved <= 0 ? 'balance' : 'failed');
}

const failed = (trouble: Extract<TranscriptOutcome, { state: 'failed' }>['trouble']): TranscriptOutcome => ({
  state: 'failed',
  trouble,
});

async function settle(
  scope: ActionScope,
  messageId: string,
  { voice, outcome }: { voice: OpenVoice; outcome: TranscriptOutcome },
): Promise<void> {
  if (!(await endTranscript(scope, messageId, outcome))) return;
  const { conversationId, direction, at } = voice;
  if (outcome.state === 'written') {
    const text = [voice.text, outcome.text].filter(Boolean).join('\n');
    await putSearched(scope, { id: messageId, conversationId, direction, text, at });
  }
  noteLive(scope, { kind: 'message', conversationId, itemId: messageId, direction });
  await resumeTurn(scope, conversationId);
}
