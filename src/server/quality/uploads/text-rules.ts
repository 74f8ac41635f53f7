import {
  linesOf,
  LONGEST_LINE,
  nameOf,
  plain,
  type ReadChat,
  type ReadLine,
  type UnreadLine,
  unreadLine,
} from './chat-rules.ts';

/** `[12:30] Anna: words`, `31.12.2026 12:30 Anna: words`, `2026-12-31 12:30:05 | Anna: words`, `Anna: words`. */
const LINE =
  /^\s*(?:[-–•*]\s+)?(?:[[(]?(?:(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})[\sT,]+)?(\d{1,2}:\d{2}(?::\d{2})?)?[\])]?\s*[-–—|,]?\s*)?(\p{L}[^:|\n]{0,59}?)\s*[:|]\s+(.+)$/u;

/** A line between chats: empty ones, `---`, `=== Chat 2 ===`. */
const DIVIDER =
  /^\s*(?:[-=_*#~]{3,}.*|(?:чат|диалог|chat|dialog(?:ue)?|conversa|діалог)\s*(?:№|#|n\.?º?)?\s*\d+\s*:?)\s*$/iu;

const MOST_WORDS_OF_NAME = 5;

/** Reads text with a name before the words of each message. Lines without a name go on with the message above. */
export function readText(text: string, title: string): { chats: ReadChat[]; unread: UnreadLine[] } {
  const chats: ReadLine[][] = [[]];
  const unread: UnreadLine[] = [];
  const rows = linesOf(plain(text));
  const known = frequentNames(rows);
  let gap = 0;
  for (const [index, row] of rows.entries()) {
    const lines = chats.at(-1) ?? [];
    if (row.trim() === '' || DIVIDER.test(row)) {
      gap += DIVIDER.test(row) ? 2 : 1;
      continue;
    }
    const line = lineOf(row, known);
    if (line && gap >= 2 && lines.length > 0) chats.push([line]);
    else if (line) lines.push(line);
    else if (lines.length > 0) append(lines.at(-1), row);
    else unread.push(unreadLine(index + 1, row));
    gap = 0;
  }
  const whole = chats.filter((lines) => lines.length > 0);
  return {
    chats: whole.map((lines, index) => ({
      title: whole.length > 1 && title !== '' ? `${title} ${index + 1}` : title,
      lines,
    })),
    unread,
  };
}

function append(line: ReadLine | undefined, row: string): void {
  if (line) line.text = `${line.text}\n${row.trim()}`.slice(0, LONGEST_LINE);
}

/** Names that stand before several lines: others with a colon may be words of a message, e.g. "Address: …". */
function frequentNames(rows: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(LINE.exec(row)?.[3] ?? '');
    if (name !== '' && name.split(' ').length <= MOST_WORDS_OF_NAME) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count > 1).map(([name]) => name);
  return new Set(frequent.length >= 2 ? frequent : counts.keys());
}

function lineOf(row: string, known: ReadonlySet<string>): ReadLine | null {
  const [, day, time, name = '', text = ''] = LINE.exec(row) ?? [];
  const speaker = nameOf(name);
  if (text.trim() === '' || (!known.has(speaker) && time === undefined)) return null;
  return { speaker, text: text.trim().slice(0, LONGEST_LINE), at: timeOf(day, time), isNote: false, isStaff: null };
}

function timeOf(day: string | undefined, time: string | undefined): string | null {
  if (day === undefined || time === undefined) return null;
  const [a = 0, b = 0, c = 0] = day.split(/[./-]/u).map(Number);
  const date = day.includes('-') ? { year: a, month: b, day: c } : { year: c < 100 ? 2000 + c : c, month: b, day: a };
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  try {
    return Temporal.PlainDateTime.from({ ...date, hour, minute, second }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}
