import { Button, Text } from '@mantine/core';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './delivery.module.css';
import { ReasonTable } from './ReasonTable.tsx';
import type { SkippedReason } from './use-message-log.ts';

type Props = {
  reasons: readonly SkippedReason[];
  rule: DecisionRule | undefined;
  onRule: (rule: DecisionRule | undefined) => void;
};

/** Reasons of messages that were decided against; a reason narrows the list below to its messages. */
export function SkippedReasons({ reasons, rule, onRule }: Props) {
  const t = useTexts();
  if (rule !== undefined) {
    return (
      <div className={classes.skipped}>
        <Text fw={550}>{t(`rules:${rule}.why`)}</Text>
        <Button variant="subtle" size="compact-sm" onClick={() => onRule(undefined)}>
          {t('delivery:skipped.all_reasons')}
        </Button>
      </div>
    );
  }
  if (reasons.length === 0) return null;
  return (
    <div className={classes.reasons}>
      <ReasonTable title={t('delivery:skipped.reasons')} reasons={reasons} onOpen={onRule} />
    </div>
  );
}

export const sumOf = (reasons: readonly SkippedReason[]): number => reasons.reduce((sum, { count }) => sum + count, 0);
