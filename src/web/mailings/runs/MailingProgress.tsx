import { Progress, Text } from '@mantine/core';
import type { MailingRow } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/mailings/mailings.module.css';
import { settledCount, shareOf } from './run-figures.ts';

type Props = { mailing: Pick<MailingRow, 'counts' | 'isListed'> };

/** How far a mailing is: while its recipients are being listed their number so far, then how many have had it. */
export function MailingProgress({ mailing: { counts, isListed } }: Props) {
  const t = useTexts();
  const format = useFormat();
  if (!isListed) {
    return (
      <Text span size="sm" c="dimmed">
        {t('mailing_runs:run.listing', { count: counts.audience, number: format.number(counts.audience) })}
      </Text>
    );
  }
  const settled = settledCount(counts);
  const words = t('mailing_runs:run.progress', {
    done: format.number(settled),
    total: format.number(counts.recipients),
  });
  return (
    <span className={classes.progress}>
      <Progress value={100 * shareOf(settled, counts.recipients)} size="sm" aria-label={words} />
      <Text span size="sm" c="dimmed">
        {words}
      </Text>
    </span>
  );
}
