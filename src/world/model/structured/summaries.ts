import { conceptsOf, isService, isTopic, termFor } from '../lexicon/concepts.ts';
import { textFor } from './texts.ts';
import type { Task } from './task.ts';

const LONGEST_QUOTE = 160;
const MAX_TOPICS = 3;

/** The client's first and last words and the subjects, for a person who takes over. */
export function summarize({ lines, target, variant }: Task): string {
  const clients = lines.filter(({ isClient }) => isClient);
  const spoken = clients.length > 0 ? clients : lines;
  const first = quote(spoken[0]?.text ?? '');
  const last = quote(spoken.at(-1)?.text ?? '');
  const topics = conceptsOf(spoken.map(({ text }) => text).join('\n'), { withTypos: true })
    .filter((concept) => isService(concept) || isTopic(concept))
    .slice(0, MAX_TOPICS)
    .map((concept) => termFor(concept, target));
  return textFor('summary', target, variant, {
    first,
    last: spoken.length > 1 && last !== first ? textPart('summary_last', target, { text: last }) : '',
    topics: topics.length > 0 ? textPart('summary_topics', target, { topics: topics.join(', ') }) : '',
  });
}

const textPart = (key: 'summary_last' | 'summary_topics', target: Task['target'], values: Record<string, string>) =>
  textFor(key, target, '', values);

function quote(text: string): string {
  return text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}…`;
}
