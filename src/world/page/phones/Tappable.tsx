import { IconArrowBackUp, IconExternalLink, IconList, IconPhone } from '@tabler/icons-react';
import classes from './WhatsApp.module.css';

const ICONS = { reply: IconArrowBackUp, list: IconList, url: IconExternalLink, call: IconPhone } as const;

type Props = {
  kind: keyof typeof ICONS;
  title: string;
  /** The address of a link, the number of a call. */
  target: string;
  /** Whether it belongs to the last message with buttons. */
  isLive: boolean;
  onTap(): void;
};

/** A button under a message of WhatsApp. */
export function Tappable({ kind, title, target, isLive, onTap }: Props) {
  const Icon = ICONS[kind];
  if (kind === 'url' || kind === 'call') {
    const href = kind === 'call' ? `tel:${target}` : target;
    return (
      <a className={classes.button} href={href} target="_blank" rel="noreferrer">
        <Icon size={16} aria-hidden /> {title}
      </a>
    );
  }
  return (
    <button type="button" className={classes.button} onClick={onTap} data-old={!isLive || undefined}>
      <Icon size={16} aria-hidden /> {title}
    </button>
  );
}
