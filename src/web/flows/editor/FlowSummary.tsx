import { Card, Text } from '@mantine/core';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSummary } from './use-summary.ts';

/** The flow in plain sentences. */
export function FlowSummary({ kind, settings }: { kind: FlowKind; settings: FlowSettings }) {
  const t = useTexts();
  const summary = useSummary();
  return (
    <Card aria-live="polite">
      <Text size="sm" c="dimmed">
        {t('flows:summary.title')}
      </Text>
      <Text>{summary(kind, settings).join(' ')}</Text>
    </Card>
  );
}
