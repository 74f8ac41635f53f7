import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { Hint } from './Hint.tsx';
import classes from './StatusBadge.module.css';
import { useWords } from './words.tsx';

/** The statuses of flows and distributions, as they travel. */
export type Status = 'none' | 'waiting' | 'working' | 'pause' | 'error' | 'done' | 'canceled' | 'unavailable';

const LOOKS = {
  none: { color: 'gray', Icon: IconClock },
  waiting: { color: 'gray', Icon: IconClock },
  working: { color: 'good', Icon: IconPlayerPlay },
  pause: { color: 'attention', Icon: IconPlayerPause },
  error: { color: 'bad', Icon: IconAlertTriangle },
  done: { color: 'information', Icon: IconCheck },
  canceled: { color: 'gray', Icon: IconBan },
  unavailable: { color: 'gray', Icon: IconLock },
} as const satisfies Record<Status, unknown>;

type Props = {
  status: Status;
  /** Why it failed, or which tariff has it. */
  reason?: string;
};

/** One look of a status everywhere: colour, icon and word. */
export function StatusBadge({ status, reason }: Props) {
  const words = useWords();
  const { color, Icon } = LOOKS[status];
  return (
    <Hint label={reason}>
      <Badge
        color={color}
        className={`${classes.status} ${status === 'canceled' ? classes.struck : ''}`}
        leftSection={<Icon size={13} stroke={2.2} aria-hidden />}
        tabIndex={reason ? 0 : undefined}
      >
        {words(`status.${status}`)}
      </Badge>
    </Hint>
  );
}

/** Marks a flow or mailing that sends to the owner's own numbers only. */
export function TestBadge() {
  const words = useWords();
  return (
    <Hint label={words('test_hint')}>
      <span className={classes.test} tabIndex={0}>
        {words('test_badge')}
      </span>
    </Hint>
  );
}
