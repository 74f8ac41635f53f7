import { IconAntennaBars5, IconBattery3, IconWifi } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import { useNow } from '../use-world.ts';
import { useFormat } from '../zone.tsx';
import classes from './PhoneFrame.module.css';

/** A telephone's body with the world's time in its status line. */
export function PhoneFrame({
  skin,
  label,
  children,
}: PropsWithChildren<{ skin: 'whatsapp' | 'telegram' | 'text'; label: string }>) {
  const format = useFormat();
  const now = useNow(5000);
  return (
    <section className={classes.frame} data-skin={skin} aria-label={label}>
      <div className={classes.status} aria-hidden>
        <b>{now && format.time(now)}</b>
        <span className={classes.island} />
        <span className={classes.signs}>
          <IconAntennaBars5 size={15} />
          <IconWifi size={14} />
          <IconBattery3 size={17} />
        </span>
      </div>
      {children}
    </section>
  );
}
