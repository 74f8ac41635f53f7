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

/** The beginning of a message: `31.12.2026, 21:41 - ` on Android, `[31/12/2026, 9:41:05 PM] ` on iOS. */
const HEAD =
  /^\[?(\d{1,4})[./-](\d{1,2})[./-](\d{2,4}),?\s+(?:(?:às|в|о|at)\s+)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap]\.?\s?m\.?)?(?:\]|\s+[-–—])\s*(.*)$/iu;

const OMITTED =
  /^<(?:media omitted|без медиафайлов|медиафайл пропущен|без медіафайлів|arquivo de mídia oculto|mídia oculta|attached: .+|прикреплено: .+|прикріплено: .+|anexado: .+|вложение: .+)>$|^(?:image|video|audio|sticker|gif|document|contact card) omitted$|^(?:изображение|видео|аудиофайл|стикер|документ|карточка контакта) (?:отсутствует|опущено|пропущен[оа]?)$|^(?:imagem|vídeo|áudio|figurinha|documento) ocult[oa]$|^(?:зображення|відео|аудіо|стікер|документ) (?:відсутнє|пропущено)$|\((?:file attached|файл добавлен|файл додано|arquivo anexado)\)$/iu;

const SYSTEM =
  /end-to-end encrypt|сквозным шифрованием|criptografia de ponta a ponta|наскрізним шифруванням|missed (?:voice|video) call|пропущенный (?:аудио|видео)?\s?звонок|chamada de (?:voz|vídeo) perdida|пропущений (?:аудіо|відео)?\s?виклик/iu;

type Head = {
  numbers: [number, number, number];
  yearFirst: boolean;
  hour: number;
  minute: number;
  second: number;
  half: string;
  rest: string;
};

function headOf(line: string): Head | null {
  const found = HEAD.exec(line);
  if (!found) return null;
  const [, a = '', b = '', c = '', hour = '', minute = '', second = '0', half = '', rest = ''] = found;
  return {
    numbers: [Number(a), Number(b), Number(c)],
    yearFirst: a.length === 4,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    half: half.toLowerCase().slice(0, 1),
    rest,
  };
}

/**
 * Reads a chat that WhatsApp exported. Whether days or months stand first is decided by the whole file: by a number over
 * 12, else by the order in which the dates do not go back, else by the clock, since 12 hours are counted where months stand first.
 * Null: it is no such export.
 */
export function readWhatsApp(text: string, title: string): { chats: ReadChat[]; unread: UnreadLine[] } | null {
  const rows = linesOf(plain(text));
  const heads = rows.map(headOf);
  const found = heads.filter((one) => one !== null);
  const firstRows = rows.slice(0, 20).filter((row) => row.trim() !== '');
  if (found.length === 0 || (found.length < 2 && firstRows.length > 3) || !firstRows.some((row) => headOf(row)))
    return null;
  const isMonthFirst = monthsStandFirst(found);
  const lines: ReadLine[] = [];
  const unread: UnreadLine[] = [];
  for (const [index, row] of rows.entries()) {
    const head = heads[index];
    const last = lines.at(-1);
    if (!head) {
      if (row.trim() === '' && !last) continue;
      if (last) last.text = `${last.text}\n${row}`.slice(0, LONGEST_LINE);
      else unread.push(unreadLine(index + 1, row));
      continue;
    }
    const at = civilTime(head, isMonthFirst);
    if (at === null) unread.push(unreadLine(index + 1, row));
    else lines.push({ ...spoken(head.rest), at, isStaff: null });
  }
  const filled = lines.map((line) => ({ ...line, text: line.text.trim() })).filter((line) => line.text !== '');
  return { chats: filled.some((line) => !line.isNote) ? [{ title, lines: filled }] : [], unread };
}

/** `Name: words`; a line without a name is the program's. */
function spoken(rest: string): Pick<ReadLine, 'speaker' | 'text' | 'isNote'> {
  const at = rest.search(/:(?:\s|$)/u);
  if (at <= 0 || at > 100) return { speaker: '', text: rest, isNote: true };
  const text = rest
    .slice(at + 1)
    .trim()
    .slice(0, LONGEST_LINE);
  const speaker = nameOf(rest.slice(0, at)).replace(/^~\s?/u, '');
  if (OMITTED.test(text)) return { speaker, text: text.replaceAll(/[<>]/gu, ''), isNote: true };
  return SYSTEM.test(text) ? { speaker: '', text, isNote: true } : { speaker, text, isNote: false };
}

function monthsStandFirst(heads: readonly Head[]): boolean {
  const dates = heads.filter(({ yearFirst }) => !yearFirst).map(({ numbers }) => numbers);
  const over = (place: 0 | 1) => dates.filter((numbers) => numbers[place] > 12).length;
  if (over(0) !== over(1)) return over(1) > over(0);
  const steps = (isMonthFirst: boolean) => {
    const days = dates.map(([a, b, year]) => year * 10_000 + (isMonthFirst ? a * 100 + b : b * 100 + a));
    return days.filter((day, index) => index > 0 && day < (days[index - 1] ?? 0)).length;
  };
  const [dayFirst, monthFirst] = [steps(false), steps(true)];
  if (dayFirst !== monthFirst) return monthFirst < dayFirst;
  const spread = (place: 0 | 1) => new Set(dates.map((numbers) => numbers[place])).size;
  if (spread(0) !== spread(1)) return spread(1) > spread(0);
  return heads.some(({ half }) => half !== '');
}

function civilTime(
  { numbers: [a, b, c], yearFirst, hour, minute, second, half }: Head,
  isMonthFirst: boolean,
): string | null {
  const [month, day] = isMonthFirst ? [a, b] : [b, a];
  const date = yearFirst ? { year: a, month: b, day: c } : { year: c, month, day };
  const hours = half === '' ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  try {
    return Temporal.PlainDateTime.from(
      { ...date, year: date.year < 100 ? 2000 + date.year : date.year, hour: hours, minute, second },
      { overflow: 'reject' },
    ).toString();
  } catch {
    return null;
  }
}
