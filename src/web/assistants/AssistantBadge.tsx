import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Assistant } from '#contract/assistants/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

const APPEARANCES = {
  draft: { color: 'gray', Icon: IconPencil },
  on: { color: 'good', Icon: IconPlayerPlay },
  off: { color: 'gray', Icon: IconPlayerPause },
  silent: { color: 'bad', Icon: IconAlertTriangle },
};

/** The status of an assistant by colour, icon and word. */
export function AssistantBadge({ status, silentReason }: Pick<Assistant, 'status' | 'silentReason'>) {
  const t = useTexts();
  const shown = status === 'on' && silentReason ? 'silent' : status;
  const { color, Icon } = APPEARANCES[shown];
  return (
    <Badge color={color} leftSection={<Icon size={13} stroke={2.2} aria-hidden />}>
      {t(`assistants:status.${shown}`)}
    </Badge>
  );
}
