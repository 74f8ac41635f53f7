import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const NUMBER = /^\d{1,2}$/;

/** Search parameters of the rehearsal page. */
export const readRehearsalSearch = (search: Readonly<Record<string, unknown>>) => ({
  /** Which of the flows, from 0. */
  flow: numberIn(search['flow']),
  /** The people behind a reason. */
  rule: wordIn(DECISION_RULES, search['rule']),
  /** The people of a day. */
  day: textIn(search['day'])?.match(DAY)?.[0],
  outcome: wordIn(['sent', 'skipped'], search['outcome']),
  /** The people who would have got too much. */
  busy: wordIn(['yes'], search['busy']),
});

export type RehearsalSearch = ReturnType<typeof readRehearsalSearch>;

function numberIn(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : textIn(value);
  return text !== undefined && NUMBER.test(text) ? Number(text) : undefined;
}
