import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { QualityReport } from '#contract/quality/reports.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

const APPEARANCES = {
  Created: { color: 'gray', Icon: IconClock },
  InProgress: { color: 'good', Icon: IconPlayerPlay },
  Done: { color: 'information', Icon: IconCheck },
  Error: { color: 'bad', Icon: IconAlertTriangle },
  stopped: { color: 'attention', Icon: IconPlayerPause },
} as const;

/** The status of a report by colour, icon and word. */
export function ReportBadge({ report: { status, stop } }: { report: Pick<QualityReport, 'status' | 'stop'> }) {
  const t = useTexts();
  const shown = stop === 'member' ? 'stopped' : status;
  const { color, Icon } = APPEARANCES[shown];
  return (
    <Badge color={color} leftSection={<Icon size={13} stroke={2.2} aria-hidden />}>
      {t(`quality:status.${shown}`)}
    </Badge>
  );
}
