import type { Home } from '#contract/onboarding/calls.ts';
import { QUICK_STARTS } from '#contract/onboarding/quick-start-values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { UnfinishedQuickStart } from './use-unfinished-quick-start.ts';

/** How things are, in one sentence: "14 visits today, next message in 40 min." */
export function useHomeState(
  { today, next, nextDay, timeZone, connections }: Home,
  quickStart: UnfinishedQuickStart | null,
): string {
  const t = useTexts();
  const format = useFormat();
  const isQuiet = today.visits === 0 && !nextDay && !next.firstAt;
  if (quickStart && isQuiet) {
    const count = QUICK_STARTS[quickStart.kind].steps.length - quickStart.step + 1;
    return `${t('onboarding:state.steps_left', { count })}.`;
  }
  if (connections.length === 0) return t('onboarding:visits.not_connected');
  const visits = today.visits > 0 ? t('onboarding:state.visits', { count: today.visits }) : noVisits();
  return `${visits}, ${nextWords()}.`;

  function noVisits(): string {
    if (!nextDay) return t('onboarding:state.no_visits');
    const { isTomorrow, day, visits: count } = nextDay;
    return isTomorrow
      ? t('onboarding:state.next_tomorrow', { count })
      : t('onboarding:state.next_day', { count, date: format.days(day) });
  }

  function nextWords(): string {
    if (!next.firstAt) return t('onboarding:state.no_next');
    if (new Date(next.firstAt).getTime() <= productNow()) return t('onboarding:state.next_due');
    return t('onboarding:state.next', { when: format.near(next.firstAt, timeZone).replace(/\.$/, '') });
  }
}
