import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import tile from '#web/ui/charts/NumberTile.module.css';
import { FigureTitle } from './FigureTitle.tsx';
import classes from './FigureTile.module.css';

type Props = {
  title: string;
  about: ReactNode;
  value: string;
  /** A sum may be long. */
  size?: 'number' | 'sum';
  /** Opens what is counted. */
  onOpen?: (() => void) | undefined;
  /** Draws the number as a link to what is counted. */
  link?: (figure: { className: string | undefined; children: ReactNode }) => ReactNode;
  /** Lines under the number: the comparison, a part of it. */
  notes?: readonly (string | false | null | undefined)[];
  target?: TileTarget | undefined;
};

/** How far a target is reached. */
export type TileTarget = { share: number; tone: 'good' | 'bad' | 'open'; lines: readonly string[] };

const COLOURS = { good: 'green', bad: 'red', open: undefined } as const;

/** A figure with its definition, what it is made of, what it is compared with, and its target. */
export function FigureTile({ title, about, value, size = 'number', onOpen, link, notes = [], target }: Props) {
  const figure = (
    <span className={tile.figure} data-size={size}>
      {value}
    </span>
  );
  return (
    <section className={tile.tile} aria-label={title}>
      <FigureTitle title={title} about={about} />
      {link?.({ className: classes.open, children: figure })}
      {!link && onOpen && (
        <button type="button" className={classes.open} onClick={onOpen} aria-label={`${title}: ${value}`}>
          {figure}
        </button>
      )}
      {!link && !onOpen && figure}
      {notes.map(
        (note) =>
          note && (
            <Text key={note} size="sm" c="dimmed" className={tile.under}>
              {note}
            </Text>
          ),
      )}
      {target && (
        <div className={classes.target}>
          <Progress
            value={Math.min(100, target.share * 100)}
            color={COLOURS[target.tone]}
            size="sm"
            aria-label={target.lines[0]}
          />
          {target.lines.map((line) => (
            <Text key={line} size="sm" className={tile.under}>
              {line}
            </Text>
          ))}
        </div>
      )}
    </section>
  );
}
