import { Card, Text } from '@mantine/core';
import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useVisitOptions } from './use-flows.ts';
import { useSummary } from './use-summary.ts';

/** What will happen, said so that it can be read aloud. */
export function FlowSummary({ kind, settings }: { kind: FlowKind; settings: FlowSettings }) {
  const t = useTexts();
  const channels = useChannels();
  const options = useVisitOptions();
  const summary = useSummary();
  const named = {
    channels: new Map((channels.data ?? []).map(({ id, title }) => [id, title])),
    branches: new Map((options.data?.branches ?? []).map(({ id, title }) => [id, title])),
    masters: new Map((options.data?.masters ?? []).map(({ id, name }) => [id, name])),
    services: new Map((options.data?.services ?? []).map(({ id, title }) => [id, title])),
  };
  return (
    <Card aria-live="polite">
      <Text size="sm" c="dimmed">
        {t('flows.summary.title')}
      </Text>
      <Text>{summary(kind, settings, named).join(' ')}</Text>
    </Card>
  );
}
