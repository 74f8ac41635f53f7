import { Refusal } from '../api.ts';
import type { Texts } from '../texts.tsx';

const KEYS = { time_passed: 'timePassed', time_taken: 'timeTaken' } as const;

/** Why the booking system refused a time, in the person's language. */
export function wordsOf(error: unknown, t: Texts['t']): string {
  const code = error instanceof Refusal ? error.code : undefined;
  if (code === 'time_passed' || code === 'time_taken') return t(KEYS[code]);
  return error instanceof Error ? error.message : String(error);
}
