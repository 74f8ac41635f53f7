import { IconChecks } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Bubble.module.css';

type Props = {
  skin: 'whatsapp' | 'telegram' | 'text';
  /** Written by the owner of the phone. */
  isOwn: boolean;
  time: string;
  /** Quote, heading and media above the text. */
  above?: ReactNode;
  /** The text. */
  children: ReactNode;
  /** Small print below the text. */
  footer?: string | null | undefined;
  /** Buttons below the bubble. */
  buttons?: ReactNode;
};

/** One message of a chat. */
export function Bubble({ skin, isOwn, time, above, children, footer, buttons }: Props) {
  return (
    <div className={classes.message} data-skin={skin} data-mine={isOwn || undefined}>
      <div className={classes.bubble}>
        {above}
        <span className={classes.text}>{children}</span>
        {footer && <small className={classes.footer}>{footer}</small>}
        <span className={classes.time}>
          {time}
          {isOwn && skin !== 'text' && <IconChecks size={15} className={classes.ticks} aria-hidden />}
        </span>
      </div>
      {buttons}
    </div>
  );
}

/** A picture in a bubble. */
export function BubbleImage({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} className={classes.image} />;
}

/** A video in a bubble. */
export function BubbleVideo({ src }: { src: string }) {
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people send has no captions
  return <video src={src} className={classes.image} controls preload="metadata" playsInline />;
}

/** Sound in a bubble. */
export function BubbleAudio({ src }: { src: string }) {
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
  return <audio src={src} controls preload="none" />;
}

/** A file in a bubble; a link where it can be opened. */
export function BubbleFile({ href, children }: { href?: string; children: ReactNode }) {
  if (href === undefined) return <span className={classes.file}>{children}</span>;
  return (
    <a className={classes.file} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
