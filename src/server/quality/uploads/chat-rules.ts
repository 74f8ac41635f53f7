import { z } from 'zod';

/** A message of a file. `at`: an instant, or civil time where the file has no zone; null: it does not say. */
export const ReadLine = z.object({
  speaker: z.string(),
  text: z.string(),
  at: z.string().nullable(),
  /** A line of the program itself, e.g. "missed call". */
  isNote: z.boolean(),
  /** Whether the file says that the speaker is of the business; null: it does not. */
  isStaff: z.boolean().nullable(),
});
export type ReadLine = z.infer<typeof ReadLine>;

/** A chat as it stands in a file. */
export const ReadChat = z.object({
  /** Name of the chat; empty: it has none. */
  title: z.string(),
  lines: z.array(ReadLine),
});
export type ReadChat = z.infer<typeof ReadChat>;

export const UnreadLine = z.object({ line: z.int(), text: z.string() });
export type UnreadLine = z.infer<typeof UnreadLine>;

export const CHAT_FORMATS = ['json', 'whatsapp', 'text'] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

export type ReadFileOfChats = { format: ChatFormat; chats: ReadChat[]; unread: UnreadLine[] };

export const LONGEST_NAME = 120;
export const LONGEST_LINE = 4_000;
const SHOWN_LETTERS = 200;

/** Marks that programs put around names and times, and spaces that look like one. */
const MARKS = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\0]/gu;
const SPACES = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;

export const plain = (text: string): string => text.toWellFormed().replaceAll(MARKS, '').replaceAll(SPACES, ' ');

export const nameOf = (text: string): string => plain(text).replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST_NAME);

export const unreadLine = (line: number, text: string): UnreadLine => ({
  line,
  text: plain(text).trim().slice(0, SHOWN_LETTERS),
});

/** Divides a text into lines, however they end. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r|\u2028/u);

/** Words by which people who speak for a business are saved. */
const STAFF_NAME =
  /admin|manager|support|operator|reception|front ?desk|\bbot\b|assistant|salon|clinic|studio|админ|менеджер|оператор|поддержк|ресепш|бот(?:\s|$)|ассистент|салон|клиник|студия|адмін|підтрим|асистент|клінік|студія|atendente|recep|suporte|gerente|assistente|clínica|estúdio|^salão/iu;

export type Speaker = { name: string; lines: number; isEmployee: boolean };

/**
 * Lists who speaks in chats, most lines first, with a guess who of them speaks for the business: whom the file calls so,
 * else a speaker of several chats, one with such a name, or the one after whom the chat is not named and who did not begin it.
 */
export function speakersOf(chats: readonly ReadChat[]): Speaker[] {
  const speakers = new Map<string, { lines: number; chats: number; isStaff: boolean | null }>();
  for (const { lines } of chats) {
    const seen = new Set<string>();
    for (const { speaker, isNote, isStaff } of lines) {
      if (isNote || speaker === '') continue;
      const known = speakers.get(speaker) ?? { lines: 0, chats: 0, isStaff: null };
      known.lines += 1;
      known.chats += seen.has(speaker) ? 0 : 1;
      known.isStaff = isStaff ?? known.isStaff;
      seen.add(speaker);
      speakers.set(speaker, known);
    }
  }
  const guessed = guessedByOrder(chats);
  const isStatedBySome = [...speakers.values()].some(({ isStaff }) => isStaff !== null);
  const isNamed = [...speakers.keys()].some((name) => STAFF_NAME.test(name));
  const most = Math.max(0, ...[...speakers.values()].map((one) => one.chats));
  const isEmployee = (name: string, one: { chats: number; isStaff: boolean | null }): boolean => {
    if (isStatedBySome) return one.isStaff === true;
    if (STAFF_NAME.test(name)) return true;
    if (most > 1) return one.chats > 1 && one.chats >= most / 10;
    return !isNamed && guessed.has(name);
  };
  return [...speakers]
    .map(([name, one]) => ({ name, lines: one.lines, isEmployee: isEmployee(name, one) }))
    .toSorted((one, other) => other.lines - one.lines || one.name.localeCompare(other.name));
}

/** In a chat of two: the one who is not its title, else the second to speak. */
function guessedByOrder(chats: readonly ReadChat[]): ReadonlySet<string> {
  const guessed = new Set<string>();
  for (const { title, lines } of chats) {
    const names = [...new Set(lines.filter(({ isNote }) => !isNote).map(({ speaker }) => speaker))];
    const clients = names.filter((name) => title !== '' && title.toLowerCase().includes(name.toLowerCase()));
    const client = clients.length === 1 ? clients[0] : names[0];
    for (const name of names) if (name !== client && name !== '') guessed.add(name);
  }
  return guessed;
}

/** An instant by the zone of the cabinet where the file has civil time. */
export function instantOf(at: string | null, timeZone: string): Temporal.Instant | null {
  if (at === null) return null;
  try {
    return at.endsWith('Z')
      ? Temporal.Instant.from(at)
      : Temporal.PlainDateTime.from(at).toZonedDateTime(timeZone).toInstant();
  } catch {
    return null;
  }
}
