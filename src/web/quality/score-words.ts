import { FEWEST_FOR_PERCENT } from '#contract/quality/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Writes scores and shares: a share of few talks is said as its counts. */
export function useScoreWords() {
  const t = useTexts();
  const format = useFormat();
  return {
    /** `78`, or a dash where nothing applied. */
    score: (score: number | null) => (score === null ? '–' : format.number(Math.round(score))),
    /** `+4`, `−3`; null where there is nothing to compare. */
    change: (score: number | null, before: number | null) => {
      if (score === null || before === null) return null;
      return format.number(Math.round(score) - Math.round(before), { signDisplay: 'exceptZero' });
    },
    /** `3 of 7`, or `43%` of ten and more. */
    share: (part: number, whole: number) =>
      whole < FEWEST_FOR_PERCENT
        ? t('quality:share', { part: format.number(part), whole: format.number(whole) })
        : format.percent(Math.round((part / whole) * 100) / 100),
    isFew: (cases: number) => cases < FEWEST_FOR_PERCENT,
  };
}

/** A wait in the largest unit that says enough: `40 s`, `12 min`, `3 h`. */
export function useWaitWords(): (seconds: number) => string {
  const t = useTexts();
  const format = useFormat();
  return (seconds) => {
    if (seconds < 90) return t('quality:wait.seconds', { count: Math.round(seconds) });
    if (seconds < 5_400) return t('quality:wait.minutes', { count: Math.round(seconds / 60) });
    return t('quality:wait.hours', { hours: format.number(seconds / 3_600, { maximumFractionDigits: 1 }) });
  };
}
