import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconQuestionMark, IconUserCheck } from '@tabler/icons-react';
import type { Visit } from '#contract/visits/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

const APPEARANCES = {
  waiting: { color: 'gray', Icon: IconClock },
  confirmed: { color: 'good', Icon: IconCheck },
  arrived: { color: 'information', Icon: IconUserCheck },
  no_show: { color: 'bad', Icon: IconAlertTriangle },
  cancelled: { color: 'gray', Icon: IconBan },
  unknown: { color: 'gray', Icon: IconQuestionMark },
} as const satisfies Record<Visit['status'], unknown>;

/** A visit's status in the booking system: colour, icon and text. */
export function VisitBadge({ status }: Pick<Visit, 'status'>) {
  const t = useTexts();
  const { color, Icon } = APPEARANCES[status];
  return (
    <Badge color={color} leftSection={<Icon size={13} stroke={2.2} aria-hidden />}>
      {t(`onboarding:visits.status.${status}`)}
    </Badge>
  );
}
