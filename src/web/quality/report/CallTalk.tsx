import { useEffect, useRef } from 'react';
import type { SpokenLine } from '#contract/quality/talks.ts';
import { CallPlayer, type CallPlayerHandle } from '#web/quality/player/CallPlayer.tsx';
import type { PlayedLine } from '#web/quality/player/player-rules.ts';
import type { PlayerMark } from '#web/quality/player/Waveform.tsx';

type Props = {
  recording: { url: string | null; peaks: readonly number[]; seconds: number | null };
  lines: readonly SpokenLine[];
  marks?: readonly PlayerMark[];
  /** The second to play from; `round` rises with each press. */
  place?: { second: number | null; round: number } | null;
};

/** The sound of a call with its words; a verdict leads to its second. */
export function CallTalk({ recording: { url, peaks, seconds }, lines, marks = [], place = null }: Props) {
  const player = useRef<CallPlayerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place === null || place.second === null) return;
    player.current?.seek(place.second);
    // NOTE: once the player has marked the line that it is at
    requestAnimationFrame(() => {
      const line = box.current?.querySelector('[aria-current]');
      (line ?? box.current)?.scrollIntoView({ block: 'center' });
    });
  }, [place]);
  return (
    <div ref={box}>
      <CallPlayer
        ref={player}
        src={url}
        peaks={peaks}
        duration={seconds ?? lastSecond(lines)}
        lines={lines.map(asPlayed)}
        marks={marks}
      />
    </div>
  );
}

const asPlayed = ({ from, to, text, speaker, side, isGuessed }: SpokenLine): PlayedLine => ({
  start: from ?? 0,
  end: to ?? from ?? 0,
  text,
  speaker,
  side,
  isGuessed,
});

const lastSecond = (lines: readonly SpokenLine[]): number =>
  lines.reduce((last, { to, from }) => Math.max(last, to ?? from ?? 0), 0);
