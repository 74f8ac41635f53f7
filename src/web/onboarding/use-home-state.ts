import type { Home } from '#contract/onboarding/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';

/** How things are, in one sentence: "14 visits today, next message in 40 min." */
export function useHomeState({ today, next, nextDay, timeZone, firstSteps, connections }: Home): string {
  const t = useTexts();
  const format = useFormat();
  const canOpen = useCanOpen();
  if (connections.length === 0) {
    const stepsLeft = firstSteps.filter((step) => !step.isDone).length;
    // Where there are no flows, the quick start has steps of its own.
    return stepsLeft > 0 && canOpen('/flows')
      ? `${t('onboarding:state.steps_left', { count: stepsLeft })}.`
      : t('onboarding:visits.not_connected');
  }
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
