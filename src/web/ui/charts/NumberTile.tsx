import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './NumberTile.module.css';

type Props = {
  title: string;
  value: ReactNode;
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
export function NumberTile({ title, value, size = 'number', children, onOpen, link }: Props) {
  const className = classes.tile ?? '';
  const content = (
    <>
      <Text span size="sm" c="dimmed">
        {title}
      </Text>
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
  if (link) return link({ className, children: content });
  if (!onOpen) return <div className={className}>{content}</div>;
  return (
    <button type="button" className={className} onClick={onOpen}>
      {content}
    </button>
  );
}
