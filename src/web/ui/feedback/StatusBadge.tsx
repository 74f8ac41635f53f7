import { Badge } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconLock,
  IconMessageOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { Hint } from './Hint.tsx';
import classes from './StatusBadge.module.css';
import { useWords } from '#web/ui/words.tsx';

/** The statuses of flows and distributions, as they travel. */
export type Status = 'none' | 'waiting' | 'working' | 'pause' | 'error' | 'done' | 'canceled' | 'unavailable';

/** `live`: works for clients; `test`: works for the owner's own numbers; `attention`: live, and reaches nobody. */
type Shown = Exclude<Status, 'working'> | 'draft' | 'live' | 'test' | 'attention' | 'pause_test' | 'error_test';

const APPEARANCES = {
  draft: { color: 'gray', Icon: IconPencil },
  none: { color: 'gray', Icon: IconClock },
  waiting: { color: 'gray', Icon: IconClock },
  live: { color: 'good', Icon: IconPlayerPlay },
  attention: { color: 'attention', Icon: IconMessageOff },
  pause: { color: 'attention', Icon: IconPlayerPause },
  pause_test: { color: 'attention', Icon: IconPlayerPause },
  error: { color: 'bad', Icon: IconAlertTriangle },
  error_test: { color: 'bad', Icon: IconAlertTriangle },
  done: { color: 'information', Icon: IconCheck },
  canceled: { color: 'gray', Icon: IconBan },
  unavailable: { color: 'gray', Icon: IconLock },
} as const satisfies Record<Exclude<Shown, 'test'>, unknown>;

type Props = {
  status: Status;
  mode: 'test' | 'combat';
  /** It is of a mailing, with which words agree in some languages. */
  isOfMailing?: boolean;
  /** It is not in the queue yet: it is still being written. */
  isDraft?: boolean;
  /** It is live and reaches nobody. */
  isUnheard?: boolean;
  /** Why it failed, or which tariff has it. */
  reason?: string;
};

/** The one badge of a flow or mailing everywhere: its status and mode by colour, icon and word. */
export function StatusBadge({ status, mode, isOfMailing = false, isDraft = false, isUnheard = false, reason }: Props) {
  const words = useWords();
  const shown = isDraft ? 'draft' : shownOf(status, mode, isUnheard);
  if (shown === 'test') return <TestBadge />;
  const { color, Icon } = APPEARANCES[shown];
  return (
    <Hint label={reason}>
      <Badge
        color={color}
        className={`${classes.status} ${status === 'canceled' ? classes.struck : ''}`}
        leftSection={<Icon size={13} stroke={2.2} aria-hidden />}
        tabIndex={reason ? 0 : undefined}
      >
        {isOfMailing && isAgreeing(shown) ? words(`status_of_mailing.${shown}`) : words(`status.${shown}`)}
      </Badge>
    </Hint>
  );
}

/** The words that agree in gender with what they are about. */
const AGREEING = ['pause', 'pause_test', 'done', 'canceled'] as const;

const isAgreeing = (shown: Shown): shown is (typeof AGREEING)[number] => AGREEING.some((one) => one === shown);

function shownOf(status: Status, mode: Props['mode'], isUnheard: boolean): Shown {
  if (status === 'working') {
    if (mode === 'test') return 'test';
    return isUnheard ? 'attention' : 'live';
  }
  return mode === 'test' && (status === 'pause' || status === 'error') ? `${status}_test` : status;
}

/** Marks what sends to the owner's own numbers only: a flow, or a message. */
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
