import type { Language } from '../../lexicon/words.ts';
import { textFor } from '../texts.ts';
import type { Task } from '../task.ts';

/** A few sentences about the figures of a report of quality control; null: it is another task. */
export function summarizeReport({ instructions, data, target, variant }: Task): string | null {
  if (!/quality control/iu.test(instructions) || !data.includes('# Figures')) return null;
  const figure = (pattern: RegExp) => pattern.exec(data)?.[1] ?? '';
  const talks = figure(/Talks (\d+)/u);
  const score = figure(/average score (\d+)/u);
  const missed = figure(/# Missed items\n- "([^"\n]*)"/u);
  const people = [...data.matchAll(/^- employee (.+?): score (\d+), cases (\d+)(?:.*?missed most "([^"]*)")?/gmu)]
    .map(([, name = '', own = '0', , most = '']) => ({ name, score: Number(own), most }))
    .toSorted((one, other) => one.score - other.score);
  const [weakest] = people;
  const parts = [
    score === '' ? '' : part('report_score', target, variant, { talks, score }),
    missed === '' ? '' : part('report_missed', target, variant, { item: missed }),
    weakest && people.length > 1
      ? part('report_person', target, variant, {
          name: weakest.name,
          score: String(weakest.score),
          item: weakest.most || missed,
        })
      : '',
    missed === '' ? part('report_well', target, variant, {}) : part('report_next', target, variant, { item: missed }),
  ];
  return parts.filter(Boolean).join(' ');
}

type Key = 'report_score' | 'report_missed' | 'report_person' | 'report_next' | 'report_well';

const part = (key: Key, language: Language, variant: string, values: Record<string, string>): string =>
  textFor(key, language, variant, values);
