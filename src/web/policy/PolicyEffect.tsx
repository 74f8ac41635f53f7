import { Skeleton, Text } from '@mantine/core';
import type { PolicyEffect as Effect, ContactPolicy } from '#contract/policy/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import classes from './policy.module.css';
import { usePolicyEffect } from './use-policy.ts';

/** Effect of an unsaved policy on waiting messages. */
export function PolicyEffect({ policy }: { policy: ContactPolicy }) {
  const t = useTexts();
  const effect = usePolicyEffect(policy, true);
  const sentences = useSentences();
  return (
    <section
      className={classes.effect}
      aria-live="polite"
      aria-busy={effect.isSettling}
      aria-label={t('policy:effect.title')}
    >
      <Text fw={550}>{t('policy:effect.title')}</Text>
      {effect.isPending && <Skeleton height={22} width={260} mt={6} />}
      {effect.isError && !effect.data && <Text size="sm">{problemText(effect.error, t)}</Text>}
      {effect.data && (
        <ul data-settling={effect.isSettling || undefined}>
          {sentences(effect.data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useSentences(): (effect: Effect) => string[] {
  const t = useTexts();
  return ({ looked, isAll, later, dropped, sooner, regained }) => {
    const untilMorning = countOf(later, (rule) => rule === 'quiet_hours');
    const forBudget = countOf(later, (rule) => rule !== 'quiet_hours');
    const sentences = [
      untilMorning > 0 && t('policy:effect.morning', { count: untilMorning }),
      forBudget > 0 && t('policy:effect.budget', { count: forBudget }),
      ...dropped.map(({ rule, count }) =>
        t('policy:effect.dropped', { count, reason: t(`rules:${rule}.name`).toLocaleLowerCase() }),
      ),
      sooner > 0 && t('policy:effect.sooner', { count: sooner }),
      regained > 0 && t('policy:effect.regained', { count: regained }),
    ].filter((sentence) => sentence !== false);
    if (looked === 0) return [t('policy:effect.nothing_waits')];
    if (sentences.length === 0) sentences.push(t('policy:effect.nothing'));
    if (!isAll) sentences.push(t('policy:effect.next_only', { count: looked }));
    return sentences;
  };
}

function countOf(counts: Effect['later'], isMeant: (rule: string) => boolean): number {
  return counts.filter(({ rule }) => isMeant(rule)).reduce((sum, { count }) => sum + count, 0);
}
