import { Button, Group, Text } from '@mantine/core';
import type { FlowId } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useMovePeople } from './use-waiting.ts';

type Props = { flowId: FlowId; people: number; className: string | undefined; onLeave: () => void };

/** Shows how many contacts wait with the former text, and moves them to the current one. */
export function WaitingAlert({ flowId, people, className, onLeave }: Props) {
  const t = useTexts();
  const move = useMovePeople(flowId);
  return (
    <TroubleAlert
      tone="attention"
      title={t('attention:versions.waiting.title', { count: people })}
      className={className}
    >
      <Text size="sm" mb="xs">
        {t('attention:versions.waiting.text')}
      </Text>
      <Group gap="xs">
        <Button variant="default" loading={move.isPending} onClick={() => move.mutate()}>
          {t('attention:versions.waiting.move')}
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          {t('attention:versions.waiting.leave')}
        </Button>
      </Group>
    </TroubleAlert>
  );
}
