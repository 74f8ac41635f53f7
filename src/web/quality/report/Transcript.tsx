import { useEffect, useRef } from 'react';
import type { SpokenLine } from '#contract/quality/talks.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { clockOf } from '#web/quality/player/player-rules.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './Transcript.module.css';

/** A verdict that quotes a line. */
export type LineMark = { key: string; line: number; words: string; tone: Tone };

type Props = {
  lines: readonly SpokenLine[];
  marks?: readonly LineMark[];
  /** The first and last line of the part that is judged; the others are dimmed. */
  part?: { from: number; to: number };
  /** The line to look at. */
  current?: number | undefined;
  /** Opens the verdict of a mark. */
  onMark?: (key: string) => void;
};

/** The lines of a talk with their speakers; lines that verdicts quote are marked. */
export function Transcript({ lines, marks = [], part, current, onMark }: Props) {
  const t = useTexts();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (current === undefined) return;
    const line = list.current?.children[current];
    if (!(line instanceof HTMLElement)) return;
    line.scrollIntoView({ block: 'center' });
    line.focus({ preventScroll: true });
  }, [current]);
  return (
    <ol className={classes.lines} ref={list} aria-label={t('quality:transcript')}>
      {lines.map((line, index) => {
        const own = marks.filter((mark) => mark.line === index);
        return (
          <li
            key={index}
            tabIndex={-1}
            className={classes.line}
            data-side={line.side}
            data-other={(part && (index < part.from || index > part.to)) || undefined}
            data-tone={own.find(({ tone }) => tone === 'bad')?.tone ?? own[0]?.tone}
            data-current={index === current || undefined}
          >
            {line.side !== 'note' && <Speaker line={line} />}
            <span className={classes.text}>{line.text}</span>
            {own.length > 0 && (
              <span className={classes.marks}>
                {own.map(({ key, words }) => (
                  <LinkButton key={key} onClick={() => onMark?.(key)}>
                    {words}
                  </LinkButton>
                ))}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Speaker({ line: { side, speaker, at, from, isGuessed } }: { line: SpokenLine }) {
  const t = useTexts();
  const name = speaker || (side === 'note' ? '' : t(`quality:side.${side}`));
  return (
    <span className={classes.by}>
      <span>
        {name}
        {isGuessed && ` (${t('quality:guessed')})`}
      </span>
      {from !== null && <span>{clockOf(from)}</span>}
      {at !== null && <Moment at={at} />}
    </span>
  );
}
