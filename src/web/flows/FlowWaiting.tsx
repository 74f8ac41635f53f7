import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Flow } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { TroubleAlert } from '#web/ui/TroubleAlert.tsx';
import { useFlowWaiting, useMovePeople } from './use-flow-versions.ts';

/** Says after a save that some still wait with the earlier text, and lets the owner move them; nothing when nobody does. */
export function FlowWaiting({ flow, className }: { flow: Pick<Flow, 'id' | 'version'>; className?: string }) {
  const t = useTexts();
  const { data } = useFlowWaiting(flow.id, flow.version);
  const move = useMovePeople(flow.id);
  const [leftVersion, setLeftVersion] = useState<number | null>(null);
  const people = (data?.waiting ?? [])
    .filter(({ version }) => version < (data?.version ?? 0))
    .reduce((sum, one) => sum + one.people, 0);
  if (people === 0 || leftVersion === flow.version) return null;
  return (
    <TroubleAlert tone="attention" title={t('versions.waiting.title', { count: people })} className={className}>
      <Text size="sm" mb="xs">
        {t('versions.waiting.text')}
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={move.isPending} onClick={() => move.mutate()}>
          {t('versions.waiting.move')}
        </Button>
        <Button variant="subtle" onClick={() => setLeftVersion(flow.version)}>
          {t('versions.waiting.leave')}
        </Button>
      </Group>
    </TroubleAlert>
  );
}
