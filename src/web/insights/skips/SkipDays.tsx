import { useState } from 'react';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { Swatch } from '#web/ui/charts/Swatch.tsx';
import classes from '#web/insights/insights.module.css';
import type { SkipBar, SkipReason } from './skip-chart-data.ts';
import { useSkipNames } from './use-skip-names.ts';

type Props = {
  bars: readonly SkipBar[];
  reasons: readonly SkipReason[];
  onOpen: (rules: DecisionRule[], bar: SkipBar) => void;
};

/** The chart as a table, the latest first: parts of a bar are too small for touch, and unreachable by keyboard. */
export function SkipDays({ bars, reasons, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { nameOfBar, nameOfReason } = useSkipNames();
  const [isOpen, setOpen] = useState(false);
  const filled = bars.filter(({ counts }) => Object.keys(counts).length > 0);
  return (
    <details className={classes.days} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('insights:skips.as_list')}</summary>
      {isOpen && (
        <ol>
          {filled.toReversed().map((bar) => (
            <li key={bar.from}>
              <span className={classes.dayOfBar}>{nameOfBar(bar)}</span>
              <span className={classes.partsOfBar}>
                {reasons.map((reason) => {
                  const count = bar.counts[reason.key];
                  return (
                    count !== undefined && (
                      <LinkButton key={reason.key} onClick={() => onOpen(reason.rules, bar)}>
                        <Swatch colour={reason.colour} />
                        {`${nameOfReason(reason)}: ${format.number(count)}`}
                      </LinkButton>
                    )
                  );
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
