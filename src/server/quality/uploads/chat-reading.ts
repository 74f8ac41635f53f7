import { buffer } from 'node:stream/consumers';
import { openArchive } from '#server/platform/files/archive-reading.ts';
import type { ReadFile } from '#server/platform/isolated-readers/reader.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { MOST_CHATS, MOST_UNREAD, type ReadPart } from './chat-reader.ts';
import type { ReadFileOfChats } from './chat-rules.ts';
import { decodeText } from './decoding-rules.ts';
import { readChats } from './file-rules.ts';
import { MOST_TALK_LINES } from '#server/quality/talks/pause-rules.ts';

/** Reads the text of a file of chats, or those of an archive. This is the module of `chatReader`. @throws UnreadableFile */
export const read: ReadFile<{ fileName: string }, ReadPart> = async function* (file, { fileName }) {
  const bytes = await buffer(file);
  const found = isArchive(bytes) ? await readArchive(bytes, fileName) : readOne(bytes, fileName);
  if (found.chats.length > MOST_CHATS) throw new UnreadableFile('too_much', 'It has too many chats');
  yield { kind: 'format', format: found.format };
  for (const unread of found.unread.slice(0, MOST_UNREAD)) yield { kind: 'unread', unread };
  // NOTE: what is passed on at once is bounded, so a long chat goes in pieces of the same title.
  for (const { title, lines } of found.chats)
    for (let at = 0; at < lines.length; at += MOST_TALK_LINES)
      yield { kind: 'chat', chat: { title, lines: lines.slice(at, at + MOST_TALK_LINES) } };
};

const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

function readOne(bytes: Buffer, fileName: string): ReadFileOfChats {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableFile('wrong_type', 'It is no text');
  return readChats(text, fileName);
}

/** Reads the texts of an archive: WhatsApp packs one, with the files of its messages beside it. */
async function readArchive(bytes: Buffer, fileName: string): Promise<ReadFileOfChats> {
  const archive = await openArchive(bytes);
  try {
    const paths = [...archive.paths].filter(
      (path) => /\.(?:txt|json)$/iu.test(path) && !/(?:^|\/)(?:\.|__MACOSX)/u.test(path),
    );
    const read: ReadFileOfChats[] = [];
    for (const path of paths) {
      const text = await Array.fromAsync(archive.read(path));
      const isOnly = paths.length === 1;
      read.push(readOne(Buffer.concat(text), isOnly ? fileName : path));
    }
    const [found] = read.toSorted((one, other) => other.chats.length - one.chats.length);
    if (!found) throw new UnreadableFile('wrong_type', 'It is an archive of something else');
    return {
      format: found.format,
      chats: read.flatMap(({ chats }) => chats),
      unread: read.flatMap(({ unread }) => unread),
    };
  } finally {
    archive.close();
  }
}
