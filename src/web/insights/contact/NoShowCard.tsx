import { Card, Text, Title } from '@mantine/core';
import type { Dashboard } from '#contract/insights/dashboard.ts';
import type { ResultGroup } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { noShowShare, visitsSaved } from '#web/insights/results/result-data.ts';
import classes from '#web/insights/results.module.css';

type Props = { results: Pick<Dashboard, 'reminders' | 'total'>; onOpen: (group: ResultGroup) => void };

/** No-shows before the first reminder and since, as two bars with their numbers. */
export function NoShowCard({ results: { reminders, total }, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" className={classes.card} aria-label={t('insights:results.reminders.title')}>
      <Title order={2} mb="xs">
        {t('insights:results.reminders.title')}
      </Title>
      {reminders ? <Comparison reminders={reminders} /> : <Text>{t('insights:results.reminders.none')}</Text>}
      {total.unmarked > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t('insights:results.unmarked_before')}{' '}
          <LinkButton onClick={() => onOpen('unmarked')}>{format.number(total.unmarked)}</LinkButton>
        </Text>
      )}
    </Card>
  );
}

function Comparison({ reminders: { since, before, after } }: { reminders: NonNullable<Dashboard['reminders']> }) {
  const t = useTexts();
  const format = useFormat();
  const bars = [
    { key: 'before', share: noShowShare(before), counts: before },
    { key: 'after', share: noShowShare(after), counts: after },
  ] as const;
  const widest = Math.max(...bars.map(({ share }) => share ?? 0), 0.01);
  const saved = visitsSaved(before, after);
  return (
    <>
      <Text mb="sm">
        {saved === null
          ? t('insights:results.reminders.since', { date: format.days(since) })
          : t('insights:results.reminders.saved', { count: saved, date: format.days(since) })}
      </Text>
      <dl className={classes.compared}>
        {bars.map(({ key, share, counts }) => (
          <div key={key}>
            <dt>{t(`insights:results.reminders.${key}`)}</dt>
            <dd>
              <span className={classes.track} aria-hidden>
                <span className={classes.fill} data-part={key} style={{ width: `${((share ?? 0) / widest) * 100}%` }} />
              </span>
              <span className={classes.share}>{share === null ? '–' : format.percent(share)}</span>
              <Text span size="sm" c="dimmed">
                {t('insights:results.reminders.of', {
                  count: format.number(counts.noShow),
                  total: format.number(counts.attended + counts.noShow),
                })}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
