import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './NumberTile.module.css';

type Props = {
  title: string;
  value: ReactNode;
  /** The name with a button of its own, drawn beside the one that opens the tile. */
  caption?: ReactNode;
  /** A word is smaller than a number, and a sum may be long. */
  size?: 'number' | 'small' | 'sum' | 'word';
  /** A note: the number before, or a part of it. */
  children?: ReactNode;
  /** Opens what is counted on this page. */
  onOpen?: (() => void) | undefined;
  /** Draws the tile as a link to what is counted. */
  link?: (tile: { className: string; children: ReactNode }) => ReactNode;
};

/** A number with its name above and a note below; it may open what it counts. */
export function NumberTile({ title, caption, value, size = 'number', children, onOpen, link }: Props) {
  const className = classes.tile ?? '';
  const content = (
    <>
      {caption ? (
        <VisuallyHidden>{title}</VisuallyHidden>
      ) : (
        <Text span size="sm" c="dimmed">
          {title}
        </Text>
      )}
      <span className={classes.figure} data-size={size}>
        {value}
      </span>
      {children && (
        <Text span size="sm" c="dimmed" className={classes.under}>
          {children}
        </Text>
      )}
    </>
  );
  if (caption) {
    return (
      <div className={className} data-parts>
        <div className={classes.caption}>{caption}</div>
        {onOpen ? (
          <button type="button" className={classes.open} onClick={onOpen}>
            {content}
          </button>
        ) : (
          content
        )}
      </div>
    );
  }
  if (link) return link({ className, children: content });
  if (!onOpen) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  );
}
