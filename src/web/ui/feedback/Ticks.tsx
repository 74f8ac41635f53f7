import { IconAlertCircle, IconArrowBackUp, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { Hint } from './Hint.tsx';
import classes from './Ticks.module.css';
import { useWords } from '#web/ui/words.tsx';

/** How far a message came. */
export type TickState = 'planned' | 'sent' | 'delivered' | 'read' | 'replied' | 'failed';

const ICONS = {
  planned: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  replied: IconArrowBackUp,
  failed: IconAlertCircle,
} as const satisfies Record<TickState, unknown>;

type Props = {
  state: TickState;
  /** Why it failed, or when it came there; shown on hover. */
  hint?: string;
  size?: number;
};

/** The mark beside a message: clock, one tick, two, two coloured, replied arrow, red mark with its reason. */
export function Ticks({ state, hint, size = 16 }: Props) {
  const words = useWords();
  const Icon = ICONS[state];
  const name = hint ? `${words(`tick.${state}`)}: ${hint}` : words(`tick.${state}`);
  return (
    <Hint label={name}>
      <span className={classes.ticks} data-state={state} role="img" aria-label={name}>
        <Icon size={size} stroke={2} aria-hidden />
      </span>
    </Hint>
  );
}
