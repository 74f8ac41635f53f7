import { z } from 'zod';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { NewTalkMessage } from '#server/connections/talk-port.ts';
import { downloadFile } from '#server/platform/files/file-download.ts';
import { type ApiCaller, callApi, type ChatwootOptions, outcomeOf, talkPath } from './api-client.ts';
import { sourceIdOf } from './shapes.ts';

const Added = z.object({ id: z.number().int().positive() });

/** The default limit of an installation for one file. */
const MAX_FILE_BYTES = 40 * 1_048_576;
const MAX_FILES = 15;

type SourceFile = NewTalkMessage['files'][number];

/** Writes a message into a talk. Files are read from our address and uploaded with it. */
export async function addMessage(
  options: ChatwootOptions,
  caller: ApiCaller,
  message: NewTalkMessage,
): Promise<CommandOutcome> {
  const { talkId, direction, isPrivate, text, files, reference, options: items = [] } = message;
  const path = talkPath(caller, talkId, '/messages');
  const fields = { content: text, message_type: direction, source_id: sourceIdOf(reference) };
  const choice = items.length > 0 && { content_type: 'input_select', content_attributes: { items } };
  let body: { json: unknown } | { multipart: FormData } = { json: { ...fields, private: isPrivate, ...choice } };
  if (files.length > 0) {
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...fields, private: String(isPrivate) })) multipart.set(name, value);
    for (const file of files.slice(0, MAX_FILES)) {
      const read = await readFile(options, file, caller.signal ?? new AbortController().signal);
      if ('outcome' in read) return read.outcome;
      multipart.append('attachments[]', new Blob([new Uint8Array(read.bytes)], { type: file.mime }), file.name);
    }
    body = { multipart };
  }
  const added = await callApi(options, caller, { method: 'POST', path, ...body }, Added);
  return added.isOk ? { kind: 'done', answer: { messageId: String(added.value.id) } } : outcomeOf(added);
}

async function readFile(
  { isOwnUrl }: ChatwootOptions,
  { url }: SourceFile,
  signal: AbortSignal,
): Promise<{ bytes: Buffer } | { outcome: CommandOutcome }> {
  const file = await downloadFile({ url, isTrusted: isOwnUrl(url), signal });
  if (file.kind === 'gone')
    return { outcome: { kind: 'refused', trouble: 'unexpected_answer', text: `file: ${file.reason}` } };
  if (file.kind === 'unreached')
    return { outcome: { kind: 'unreached', trouble: 'unreachable', text: `file: ${file.reason}` } };
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of file.bytes) {
      size += part.length;
      if (size > MAX_FILE_BYTES)
        return { outcome: { kind: 'refused', trouble: 'unexpected_answer', text: 'file: larger than 40 MB' } };
      parts.push(part);
    }
  } catch {
    return { outcome: { kind: 'unreached', trouble: 'unreachable', text: 'file: cut' } };
  }
  return { bytes: Buffer.concat(parts) };
}
