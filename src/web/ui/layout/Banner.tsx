import { IconAlertTriangle, IconFlask, IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';

export type BannerTone = 'bad' | 'attention' | 'information' | 'test';

const ICONS = { bad: IconPlugConnectedX, attention: IconAlertTriangle, information: IconInfoCircle, test: IconFlask };

type Props = {
  tone: BannerTone;
  /** The cause, in one sentence. */
  text: ReactNode;
  /** Button or link that resolves the problem. */
  action?: ReactNode;
};

/** A thin line under the header about something that concerns the whole cabinet. */
export function Banner({ tone, text, action }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <span className={classes.text}>
        {text} {action}
      </span>
    </div>
  );
}
