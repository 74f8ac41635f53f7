import { useMemo } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './player.module.css';
import { barsOf, clockOf } from './player-rules.ts';

export type PlayerMark = { second: number; label: string; tone: 'good' | 'bad' | 'attention' | 'information' };

type Props = {
  peaks: readonly number[];
  duration: number;
  position: number;
  marks: readonly PlayerMark[];
  onSeek(second: number): void;
};

/** Few enough for a phone. */
const BARS = 160;
const HEIGHT = 48;

/** How loud the sound is over its time, with the place that is played and marks. */
export function Waveform({ peaks, duration, position, marks, onSeek }: Props) {
  const t = useTexts();
  const bars = useMemo(() => barsOf(peaks, BARS), [peaks]);
  const played = duration > 0 ? position / duration : 0;
  return (
    <div className={classes.wave}>
      <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {bars.map((bar, index) => {
          const height = Math.max(2, bar * HEIGHT);
          return (
            <rect
              key={index}
              x={(index * BARS) / bars.length}
              y={(HEIGHT - height) / 2}
              width={(0.7 * BARS) / bars.length}
              height={height}
              data-played={index / bars.length < played || undefined}
            />
          );
        })}
      </svg>
      <input
        type="range"
        className={classes.place}
        aria-label={t('quality:player.place')}
        aria-valuetext={t('quality:player.place_of', { position: clockOf(position), duration: clockOf(duration) })}
        min={0}
        max={duration}
        step={0.1}
        value={position}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
      />
      {marks.map(({ second, label, tone }) => (
        <button
          key={`${second} ${label}`}
          type="button"
          className={classes.mark}
          data-tone={tone}
          style={{ insetInlineStart: `${duration > 0 ? Math.min(100, (second / duration) * 100) : 0}%` }}
          aria-label={t('quality:player.mark', { label, at: clockOf(second) })}
          title={label}
          onClick={() => onSeek(second)}
        />
      ))}
    </div>
  );
}
