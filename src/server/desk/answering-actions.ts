import type { ConnectionId } from '#contract/connections/calls.ts';
import { SenderId } from '#contract/senders/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { DESK_CHANNEL_KIND } from '#contract/desk/values.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import type { ChannelProviders, Credentials, MediaPlace } from '#server/channels/port.ts';
import { commandSystem } from '#server/connections/commands/command-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { TalkFile, TalkMessageFacts } from '#server/connections/talk-port.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { keepFile } from '#server/conversations/files/file-actions.ts';
import { beginThread } from '#server/conversations/inbound/actions.ts';
import { takeByPerson } from '#server/conversations/work/taking-actions.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import { sendReply } from '#server/delivery/threads/thread-actions.ts';
import { findWays } from '#server/delivery/threads/way-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { type Download, downloadFile } from '#server/platform/files/file-download.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { storeFile, type Upload } from '#server/texts/attachments/attachment-actions.ts';
import { detectReceived } from '#server/texts/attachments/received-file-rules.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { setStatusCommand } from './commands.ts';
import { sendAnswerJob } from './jobs.ts';
import {
  type Answer,
  type AnswerMessage,
  findAnswer,
  insertAnswerMessage,
  listAnswerMessages,
  listOutcomes,
  setAnswer,
} from './message-queries.ts';
import { findDesk } from './opening-actions.ts';
import { senderIdOf } from './operator-ids.ts';
import { pauseAfterFetch, reportOf } from './rules.ts';
import { type DeskTalk, findTalk } from './talk-queries.ts';
import { text } from './texts.ts';

// NOTE: a process: it reads files of a desk between transactions.

type MessageRef = { connectionId: ConnectionId; externalId: string };

/** Why an answer cannot leave, by the keys of the room's texts. */
type Blocker = 'unknown_contact' | 'window_closed' | 'no_channel' | 'too_long' | 'quota' | 'file_lost' | 'file_unfit';

/**
 * A person answered in a desk that shows a channel of ours: the conversation is theirs at once, and the answer goes to
 * the contact. One with files is sent when they are here.
 */
export async function takeAnswer(
  scope: ActionScope,
  { connectionId, talk, message }: { connectionId: ConnectionId; talk: DeskTalk | null; message: TalkMessageFacts },
): Promise<void> {
  const { externalId, talkId, text: words, files } = message;
  const ref = { connectionId, externalId };
  const authorName = message.authorName ?? '';
  if (!talk) return reportBlocker(scope, { ...ref, talkId }, 'unknown_contact');
  await takeConversation(scope, talk);
  if (files.length === 0) return post(scope, { ...ref, talk, authorName, text: words, files: [] });
  await setAnswer(scope, ref, { authorName, text: words, files: [...files], attempts: 0 });
  await enqueue(scope, sendAnswerJob, { tenantId: scope.tenantId, ...ref });
}

async function takeConversation(scope: ActionScope, { contactId, channelId }: DeskTalk) {
  const addresses = (await reachOf(scope, [contactId])).get(contactId)?.addresses ?? [];
  const addressId = addresses.find((one) => one.channelId === channelId)?.id ?? null;
  const thread = await beginThread(scope, { contactId, channelId, addressId });
  await takeByPerson(scope, thread, { by: null, channelId });
  return thread;
}

type StoredFile = { id: Parameters<typeof keepFile>[2]['fileId']; mime: string; name: string };
type Posting = MessageRef & { talk: DeskTalk; authorName: string; text: string; files: readonly StoredFile[] };

/** Sends an answer on the channel of its talk; each file is a message of its own, the first with the text. */
async function post(scope: ActionScope, { talk, authorName, text: words, files, ...ref }: Posting): Promise<void> {
  const { contactId, channelId, talkId } = talk;
  const contents = contentsOf(scope, words, files);
  const blocker = await findBlocker(scope, talk, contents);
  if (blocker) return reportBlocker(scope, { ...ref, talkId }, blocker);
  const { customerLanguage } = await getTenant(scope);
  const sender = { id: SenderId.parse(senderIdOf(ref.connectionId, authorName)), kind: 'member' as const };
  await saveSender(scope, { ...sender, title: authorName || text(customerLanguage, 'operator') });
  const addressId = null;
  const { id: conversationId } = await beginThread(scope, { contactId, channelId, addressId });
  const now = scope.clock.now();
  for (const [n, { content, file }] of contents.entries()) {
    const key = n === 0 ? ref.externalId : `${ref.externalId}:${n}`;
    const dueAt = now.subtract({ milliseconds: contents.length - 1 - n });
    const row = await sendReply(scope, { sender, conversationId, channelId, key, content, dueAt });
    await insertAnswerMessage(scope, { ...ref, talkId, messageId: row.id });
    if (file) await keepFile(scope, { id: conversationId, channelId }, { messageId: row.id, fileId: file.id });
  }
}

function contentsOf(scope: ActionScope, words: string, files: readonly StoredFile[]) {
  const plain = (of: string): MessageContent => ({ text: of, image: null, buttons: [], templates: [] });
  if (files.length === 0) return [{ content: plain(words), file: null }];
  return files.map((file, n) => {
    const url = fileUrl(scope, scope.tenantId, file.id);
    const { mime, name } = file;
    const of = plain(n === 0 ? words : '');
    return {
      content: mime.startsWith('image/') ? { ...of, image: { url, mime } } : { ...of, file: { url, mime, name } },
      file,
    };
  });
}

async function findBlocker(
  scope: ActionScope,
  { contactId, channelId }: DeskTalk,
  contents: readonly { content: MessageContent; file: StoredFile | null }[],
): Promise<Blocker | null> {
  const { ways } = await findWays(scope, { contactId, channelId });
  const way = ways.find((one) => one.channelId === channelId);
  if (way?.blocker === 'closed') return 'window_closed';
  if (!way || (way.blocker !== null && way.blocker !== 'broken')) return 'no_channel';
  const traits = traitsOf(way.channelKind);
  for (const { content, file } of contents) {
    if (content.text.length > (file ? traits.maxCaptionLength : traits.maxTextLength)) return 'too_long';
    if (!file) continue;
    const isImage = file.mime.startsWith('image/');
    const takes = isImage || traits.documentMimes === null || traits.documentMimes.includes(file.mime);
    if (!takes || (isImage ? traits.maxImageMegabytes : traits.maxDocumentMegabytes) === 0) return 'file_unfit';
  }
  return (await messagesLeft(scope)) === 0 ? 'quota' : null;
}

async function reportBlocker(
  scope: ActionScope,
  { connectionId, externalId, talkId }: MessageRef & { talkId: string },
  blocker: Blocker,
): Promise<void> {
  const { customerLanguage } = await getTenant(scope);
  const payload = {
    talkId,
    messageId: externalId,
    status: 'failed' as const,
    error: text(customerLanguage, `not_sent.${blocker}`),
  };
  await commandSystem(scope, setStatusCommand, { connectionId, key: `${externalId}:failed`, payload });
}

/** Writes back what became of messages that carry answers. Safe to repeat. */
export async function reportAnswers(scope: ActionScope, messageIds: readonly string[]): Promise<void> {
  const answers = await listAnswerMessages(scope, messageIds);
  const outcomes = await listOutcomes(scope, messageIds);
  for (const answer of answers) {
    const outcome = outcomes.get(answer.messageId);
    const status = outcome && reportOf(outcome.status);
    if (outcome && status) await report(scope, answer, { ...outcome, status });
  }
}

async function report(
  scope: ActionScope,
  { connectionId, talkId, externalId, messageId }: AnswerMessage,
  outcome: {
    status: NonNullable<ReturnType<typeof reportOf>>;
    reason: string | null;
    text: string | null;
  },
): Promise<void> {
  const { customerLanguage } = await getTenant(scope);
  const { status, reason } = outcome;
  const key = reason === 'window_closed' ? 'not_sent.window_closed' : 'not_sent.refused';
  const error = [text(customerLanguage, key), outcome.text].filter(Boolean).join(' ');
  const of = { talkId, messageId: externalId };
  const payload = { ...of, status, error: status === 'failed' ? error : null };
  await commandSystem(scope, setStatusCommand, { connectionId, key: `${messageId}:${status}`, payload });
}

type AnswerContext = SourceContext & { readonly channels: ChannelProviders };

/** Fetches the files of an answer and sends it. Safe to repeat: an answer leaves in the transaction that ends it. */
export async function sendAnswer(
  ctx: AnswerContext,
  { tenantId, ...ref }: MessageRef & { tenantId: TenantId },
  signal: AbortSignal,
): Promise<void> {
  const found = await withTenant(ctx, tenantId, async (scope) => {
    const waiting = await findAnswer(scope, ref);
    if (!waiting) return null;
    const desk = await findDesk(scope, ref.connectionId, { signal });
    return desk && { ...waiting, credentials: desk.caller.credentials };
  });
  if (!found) return;
  const files: StoredFile[] = [];
  let trouble: FetchTrouble | null = null;
  for (const file of found.answer.files) {
    const fetched = await fetchFile(ctx, tenantId, { file, credentials: found.credentials, signal });
    if ('trouble' in fetched) trouble ??= fetched.trouble;
    else files.push(fetched);
  }
  await withTenant(ctx, tenantId, async (scope) => {
    const waiting = await findAnswer(scope, ref);
    const talk = waiting && (await findTalk(scope, { connectionId: ref.connectionId, talkId: waiting.talkId }));
    if (!waiting || !talk) return;
    if (trouble === 'unreached' && (await fetchLater(scope, ref, waiting.answer))) return;
    await setAnswer(scope, ref, null);
    if (trouble) return reportBlocker(scope, { ...ref, talkId: talk.talkId }, 'file_lost');
    const { authorName, text: words } = waiting.answer;
    await post(scope, { ...ref, talk, authorName, text: words, files });
  });
}

/** @returns false where it was tried often enough */
async function fetchLater(scope: ActionScope, ref: MessageRef, answer: Answer): Promise<boolean> {
  const seconds = pauseAfterFetch(answer.attempts);
  if (seconds === null) return false;
  await setAnswer(scope, ref, { ...answer, attempts: answer.attempts + 1 });
  const runAt = scope.clock.now().add({ seconds });
  await enqueue(scope, sendAnswerJob, { tenantId: scope.tenantId, ...ref }, { runAt });
  return true;
}

type FetchTrouble = 'unreached' | 'lost';

const FETCH_MS = 60_000;
const MAX_MEGABYTES = 20;
const MAX_BYTES = MAX_MEGABYTES * 1_048_576;

async function fetchFile(
  ctx: AnswerContext,
  tenantId: TenantId,
  { file, credentials, signal }: { file: TalkFile; credentials: Credentials; signal: AbortSignal },
): Promise<StoredFile | { trouble: FetchTrouble }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  const place = await placeOf(ctx, { file, credentials, signal: limit });
  if (place.kind === 'unreached') return { trouble: 'unreached' };
  if (place.kind !== 'found') return { trouble: 'lost' };
  const download = await downloadFile({ ...place, signal: limit });
  if (download.kind === 'unreached') return { trouble: 'unreached' };
  if (download.kind === 'gone' || (download.sizeBytes ?? 0) > MAX_BYTES) return { trouble: 'lost' };
  const name = (file.name ?? lastPart(file.url)).replaceAll(/[/\\\0]/g, '_');
  const detector = detectReceived(file.kind === 'image' ? 'image' : 'file', name);
  try {
    const stored = await storeFile(ctx, tenantId, uploadOf(download, name), { detector, allowed: [] });
    return { id: stored.id, mime: detector.kind()?.mime ?? 'application/octet-stream', name };
  } catch (error) {
    return { trouble: error instanceof Problem ? 'lost' : 'unreached' };
  }
}

const lastPart = (url: string) => decodeURIComponent(URL.parse(url)?.pathname.split('/').at(-1) ?? '') || 'file';

/** The desk's channel knows which addresses are the desk's own. */
async function placeOf(
  { channels }: AnswerContext,
  { file: { url, mime, name }, credentials, signal }: { file: TalkFile; credentials: Credentials; signal: AbortSignal },
): Promise<MediaPlace> {
  try {
    const place = await channels.get(DESK_CHANNEL_KIND)?.fetchMedia?.(credentials, { id: url, mime, name }, signal);
    return place ?? { kind: 'found', url, isTrusted: false, sizeBytes: null };
  } catch (error) {
    return { kind: 'unreached', text: String(error) };
  }
}

function uploadOf(download: Extract<Download, { kind: 'answered' }>, name: string): Upload {
  let isTruncated = false;
  return {
    name,
    expectedBytes: download.sizeBytes ?? MAX_BYTES,
    maxMegabytes: MAX_MEGABYTES,
    isTruncated: () => isTruncated,
    bytes: (async function* () {
      let passed = 0;
      for await (const chunk of download.bytes) {
        passed += chunk.length;
        isTruncated = passed > MAX_BYTES;
        if (isTruncated) return;
        yield chunk;
      }
    })(),
  };
}
