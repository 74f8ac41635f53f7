import { Box, Card, Text, VisuallyHidden } from '@mantine/core';
import type { FlowId, FlowKind } from '#contract/flows/calls.ts';
import type { ConversionCounts, ConversionStep, ConversionWindow } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from '#web/insights/conversion.module.css';
import { shownSteps } from './conversion-data.ts';
import { useComparedFlows } from './use-conversion.ts';

type Props = {
  total: ConversionCounts;
  before: ConversionCounts;
  flowId: FlowId | undefined;
  kind: FlowKind | undefined;
  windowDays: ConversionWindow;
  /** Opens the contacts of a step. */
  onOpen: (step: ConversionStep) => void;
};

/** Kinds that speak of a visit ahead: the visit itself is what counts. */
const ABOUT_A_VISIT: readonly FlowKind[] = ['visit_created', 'visit_changed', 'visit_reminder'];

/** Steps from sent to visited, each with the period before; a step opens its contacts. */
export function ConversionFunnel({ total, before, flowId, kind, windowDays, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const flows = useComparedFlows();
  const kindShown = kind ?? flows?.find(({ id }) => id === flowId)?.kind;
  const hint =
    kindShown &&
    (ABOUT_A_VISIT.includes(kindShown) ? 'insights:conversion.ahead_hint' : 'insights:conversion.again_hint');
  const than = (number: string, isSame: boolean) =>
    isSame ? t('insights:conversion.before_same') : t('insights:conversion.before', { number });
  return (
    <Card component="section" className={classes.card} aria-label={t('insights:conversion.funnel')}>
      <Box mb="xs">
        <FigureTitle
          order={2}
          title={t('insights:conversion.funnel')}
          about={t('insights:definition.steps', { count: windowDays })}
        />
      </Box>
      <ol className={classes.funnel}>
        {shownSteps(total).map((step) => (
          <li key={step}>
            <button type="button" className={classes.step} disabled={total[step] === 0} onClick={() => onOpen(step)}>
              <span className={classes.stepName}>{t(`insights:conversion.step.${step}`)}</span>
              <span className={classes.stepNumber}>{format.number(total[step])}</span>
              <span className={classes.bar} aria-hidden>
                <span className={classes.fill} style={{ width: `${shareOf(total, step) * 100}%` }} />
              </span>
              <span className={classes.stepShare}>
                {step === 'sent'
                  ? ''
                  : t('insights:conversion.of_sent', { share: format.percent(shareOf(total, step)) })}
              </span>
              <span className={classes.stepBefore}>
                {than(format.number(before[step]), before[step] === total[step])}
              </span>
              {total[step] > 0 && <VisuallyHidden>{t('insights:conversion.show_people')}</VisuallyHidden>}
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.spent}>
        <FigureTitle
          title={t('insights:conversion.paid_within', { count: windowDays })}
          about={t('insights:definition.paid', { count: windowDays })}
        />
        <span className={classes.stepNumber}>
          {moneyOf(total) ? (
            <LinkButton onClick={() => onOpen('visited')}>{moneyOf(total)}</LinkButton>
          ) : (
            t('insights:conversion.nothing_spent')
          )}
        </span>
        {moneyOf(before) !== '' && (
          <Text size="sm" c="dimmed">
            {than(moneyOf(before), moneyOf(before) === moneyOf(total))}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" mt="sm">
        {t(hint ?? 'insights:conversion.all_hint')}
      </Text>
    </Card>
  );

  function moneyOf({ spent }: ConversionCounts): string {
    return spent.map((money) => format.money(money)).join(' + ');
  }
}

function shareOf(counts: ConversionCounts, step: ConversionStep): number {
  return counts.sent === 0 ? 0 : Math.min(1, counts[step] / counts.sent);
}
