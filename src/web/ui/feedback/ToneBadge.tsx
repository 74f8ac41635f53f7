import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const ICONS = { good: IconCheck, attention: IconAlertTriangle, bad: IconAlertTriangle, gray: IconClock };

export type Tone = keyof typeof ICONS;

type Props = { tone: Tone; children: ReactNode; className?: string };

/** How something is, in one word with its icon. */
export function ToneBadge({ tone, children, className }: Props) {
  const Icon = ICONS[tone];
  return (
    <Badge
      color={tone}
      data-tone={tone}
      className={className}
      leftSection={<Icon size={13} stroke={2.2} aria-hidden />}
    >
      {children}
    </Badge>
  );
}
