import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './player.module.css';
import { clockOf, type PlayedLine } from './player-rules.ts';

type Props = {
  lines: readonly PlayedLine[];
  /** Index of the line that is played; -1: none. */
  current: number;
  /** Keeps the current line in sight. */
  isFollowing: boolean;
  /** Null: there is no sound to jump in. */
  onSeek: ((second: number) => void) | null;
};

/** The words of a call; a press on a line plays from there. */
export function CallTranscript({ lines, current, isFollowing, onSeek }: Props) {
  const t = useTexts();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (isFollowing && list.current) keepInSight(list.current, current);
  }, [current, isFollowing]);
  if (lines.length === 0) return <Text c="dimmed">{t('quality:player.no_words')}</Text>;
  return (
    <ol ref={list} className={classes.lines} aria-label={t('quality:player.words')}>
      {lines.map((line, index) => {
        const content = <LineContent line={line} />;
        return (
          <li key={index} data-side={line.side}>
            {onSeek ? (
              <button
                type="button"
                className={classes.line}
                aria-current={index === current || undefined}
                onClick={() => onSeek(line.start)}
              >
                {content}
              </button>
            ) : (
              <div className={classes.line}>{content}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function LineContent({ line: { start, speaker, side, text, isGuessed } }: { line: PlayedLine }) {
  const t = useTexts();
  const name = speaker || t(`quality:player.side.${side}`);
  return (
    <>
      <span className={classes.second}>{clockOf(start)}</span>
      <span className={classes.said}>
        <span className={classes.speaker}>{isGuessed ? t('quality:player.guessed', { name }) : name}</span>
        <span>{text}</span>
      </span>
    </>
  );
}

/** Scrolls the list alone, and not the page. */
function keepInSight(list: HTMLElement, index: number): void {
  const line = list.children[index];
  if (!(line instanceof HTMLElement)) return;
  const top = line.offsetTop - list.offsetTop;
  const isSeen = top >= list.scrollTop && top + line.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isSeen) list.scrollTop = top - list.clientHeight / 3;
}
