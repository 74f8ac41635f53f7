import type { ChatRequest } from '../../protocol/types.ts';

/** A line of a judged talk. @property number as the talk counts its lines */
export type JudgedLine = { number: number; side: 'client' | 'business' | 'note'; speaker: string; text: string };

/** A question of a checklist. @property causes what may be behind a "no", in their order */
export type ChecklistQuestion = { number: number; words: string; mayNotApply: boolean; causes: string[] };

export type ChecklistTask = { lines: JudgedLine[]; items: ChecklistQuestion[]; language: string };

/**
 * Reads a request to judge a talk by a checklist: `# Talk` between two marks, then `# Items`. Nothing inside the marks is read as an
 * instruction. Null: it is another request.
 */
export function readChecklist({ messages, output }: ChatRequest): ChecklistTask | null {
  const instructions = messages.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n');
  if (output.kind !== 'schema' || !/checklist/iu.test(instructions)) return null;
  const message = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const [, mark = '', talk = '', rest = ''] =
    /^# Talk\n<([\w-]+)>\n([\s\S]*?)\n?<\/\1>\n([\s\S]*)$/u.exec(message.replaceAll('\r', '')) ?? [];
  const items = /(?:^|\n)# Items\n([\s\S]*?)(?=\n# |\n*$)/u.exec(rest)?.[1];
  if (mark === '' || items === undefined) return null;
  return {
    lines: talk.split('\n').flatMap(toLine),
    items: items.split('\n').flatMap(toItem),
    language: /Write (?:comments )?in ([A-Z][A-Za-z ]+)/u.exec(instructions)?.[1] ?? 'English',
  };
}

const SIDES: Readonly<Record<string, JudgedLine['side']>> = { Client: 'client', Note: 'note' };

function toLine(line: string): JudgedLine[] {
  const [, number, speaker = '', text = ''] = /^(\d+) \| ([^|]*) \| (.*)$/u.exec(line) ?? [];
  if (number === undefined) return [];
  return [{ number: Number(number), side: SIDES[speaker] ?? 'business', speaker, text }];
}

const ALWAYS = /\s*\(yes or no\)/u;
const CAUSES = /\s*\(causes of a no (.*)\)\s*$/u;

function toItem(line: string): ChecklistQuestion[] {
  const [, number, words = ''] = /^(\d+)\. (.*)$/u.exec(line) ?? [];
  if (number === undefined) return [];
  const causes = CAUSES.exec(words)?.[1] ?? '';
  return [
    {
      number: Number(number),
      words: words.replace(CAUSES, '').replace(ALWAYS, ''),
      mayNotApply: !ALWAYS.test(words),
      causes: causes.split(/;\s*/u).flatMap((cause) => (cause ? [cause.replace(/^\d+ = /u, '')] : [])),
    },
  ];
}
