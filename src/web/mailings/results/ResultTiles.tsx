import type { ReplyOf } from '#contract/endpoint.ts';
import type { getConversion } from '#contract/insights/conversion.ts';
import type { MailingCounts } from '#contract/mailings/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { shareOf } from '#web/mailings/runs/run-figures.ts';
import type { PeopleGroup } from './MailingResultsPage.tsx';
import classes from './results.module.css';

type Props = {
  counts: MailingCounts;
  /** Undefined while it is loading. */
  conversion: ReplyOf<typeof getConversion> | undefined;
  onOpen: (group: PeopleGroup) => void;
};

const STEPS = ['sent', 'delivered', 'read', 'clicked', 'replied'] as const;

/** Messages by step and the visits after them; a number opens its people. */
export function ResultTiles({ counts, conversion, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const ofSent = (count: number) =>
    t('mailing_results:of_sent', { share: format.percent(shareOf(count, counts.sent)) });
  const money = conversion?.total.spent.map((sum) => format.money(sum)).join(' + ');
  return (
    <div className={classes.tiles}>
      {STEPS.filter((step) => step !== 'clicked' || counts.clicked > 0).map((step) => (
        <NumberTile
          key={step}
          title={t(`mailings:count.${step}`)}
          value={format.number(counts[step])}
          onOpen={() => onOpen(step)}
        >
          {step === 'sent'
            ? t('mailing_results:of_recipients', { total: format.number(counts.recipients) })
            : counts.sent > 0 && ofSent(counts[step])}
        </NumberTile>
      ))}
      <NumberTile
        title={t('mailing_results:visited')}
        value={conversion ? format.number(conversion.total.visited) : '–'}
      >
        {money || t('mailing_results:visited_help')}
      </NumberTile>
      {counts.failed > 0 && (
        <NumberTile
          title={t('mailing_results:failed')}
          value={format.number(counts.failed)}
          onOpen={() => onOpen('failed')}
        >
          {t('mailing_results:of_recipients', { total: format.number(counts.recipients) })}
        </NumberTile>
      )}
    </div>
  );
}
