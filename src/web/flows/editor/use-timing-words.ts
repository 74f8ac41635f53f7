import type { FlowKind } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { timingWords } from './timing-words.ts';

/** "24 hours before the visit", "at once after booking", "2 hours after booking". */
export function useTimingWords(): (kind: FlowKind, delayMinutes: number) => string {
  const t = useTexts();
  return (kind, delayMinutes) => timingWords(kind, delayMinutes, t);
}
