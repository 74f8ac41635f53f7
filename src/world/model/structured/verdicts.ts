import { relevanceOf } from '../lexicon/relevance.ts';
import { type Intent, understand } from '../talk/understanding/understand.ts';
import { textFor } from './texts.ts';
import type { Task, TaskLine } from './task.ts';

/** @property key the name or number of the item, where the text has one */
export type Item = { key: string; text: string };

export type Verdict = { answer: 'yes' | 'no' | 'na'; quote: string; line: number; reason: string };

/** Deeds of an employee that rules can find, by words of an item. */
const DEEDS: readonly (readonly [RegExp, (line: TaskLine) => boolean])[] = [
  [/greet|hello|поздоров|приветств|cumpriment|saud|привіт|вітан/iu, hasIntent('greeting')],
  [/thank|благодар|поблагодар|agradec|подяк/iu, hasIntent('thanks')],
  [/goodbye|farewell|попрощ|прощан|desped|попроща/iu, hasIntent('bye')],
  [
    /introduc|own name|представ(?!ь)|назвал\w* (?:сво[её] )?имя|apresent|відрекоменд|назва\w+ ім/iu,
    ({ text }) => understand(text, null).name !== null,
  ],
  [
    /apolog|sorry|извин|сожал|desculp|вибач|перепрош/iu,
    ({ text }) => /sorry|apolog|извин|жаль|прост|desculp|sinto muito|вибач|прикро|перепрош/iu.test(text),
  ],
  [
    /price|cost|цен|стоимост|preço|valor|цін|вартіст/iu,
    ({ text }) => /\d/u.test(text) && /₽|руб|£|\$|€|R\$|₴|грн|цен|price|cost|preço/iu.test(text),
  ],
  [/time|slot|врем|horário|час/iu, ({ text }) => understand(text, null).when.time !== null],
  [/book|appointment|запис|agend|marc/iu, hasIntent('book')],
];

function hasIntent(intent: Intent) {
  return ({ text }: TaskLine) => understand(text, null).intents.has(intent);
}

/** Judges a talk by one item: yes with the line that shows it, no with the employee's first line, or not applicable. */
export function judge(item: Item, { lines, target, variant }: Task): Verdict {
  const own = lines.filter(({ isClient, speaker }) => !isClient && speaker !== '');
  const isDone = DEEDS.find(([pattern]) => pattern.test(item.text))?.[1];
  const line = isDone ? own.find(isDone) : bestLine(item, own);
  if (line)
    return { answer: 'yes', quote: line.text, line: line.number, reason: textFor('verdict_found', target, variant) };
  const [first] = own;
  const answer = isDone || !first ? 'no' : 'na';
  return {
    answer,
    quote: first?.text ?? '',
    line: first?.number ?? 0,
    reason: textFor('verdict_missing', target, variant),
  };
}

const ABOUT = 2;

function bestLine(item: Item, lines: readonly TaskLine[]): TaskLine | undefined {
  const scored = lines.map((line) => ({ line, score: relevanceOf(item.text, line.text) }));
  const best = scored.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= ABOUT ? best.line : undefined;
}

/** Items under a heading of a checklist, one in a line: `3. Greeted`, `greeting: Greeted the client`. */
export function readItems(text: string): Item[] {
  const list =
    /^#{1,3}\s*(?:items?|checklist|criteria|criterion|rubric|questions?|expectations?|пункты|чек-?лист)[^\n]*\n([\s\S]*?)(?=^#{1,3}\s|(?![\s\S]))/imu.exec(
      text,
    )?.[1] ?? '';
  return list
    .split('\n')
    .map((line) => line.replace(/^\s*[-•*]\s*/u, '').trim())
    .filter(Boolean)
    .map((line, index) => {
      const [, key = String(index + 1), words = line] = /^\[?([\w-]{1,40})\]?\s*[.:)|]\s*(.+)$/u.exec(line) ?? [];
      return { key, text: words };
    });
}
