/** A line of a call; seconds from its beginning. */
export type PlayedLine = {
  start: number;
  end: number;
  text: string;
  speaker: string;
  side: 'client' | 'employee' | 'bot' | 'note';
  /** The speaker was guessed. */
  isGuessed?: boolean;
};

export const PLAYER_SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

/** `1:05`, `1:02:03` */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The line that is said at a second, or was said last; -1 before the first one. Lines stand in the order of their beginnings. */
export function lineAt(lines: readonly Pick<PlayedLine, 'start'>[], second: number): number {
  return lines.findLastIndex(({ start }) => start <= second + 0.05); // NOTE: a jump may end a little before its place
}

/** Brings many peaks to a few bars, each the loudest of its part, the loudest of all being 1. */
export function barsOf(peaks: readonly number[], count: number): number[] {
  const size = Math.max(1, peaks.length / count);
  const bars = Array.from({ length: Math.min(count, peaks.length) }, (_, bar) =>
    peaks.slice(Math.floor(bar * size), Math.max(Math.floor((bar + 1) * size), Math.floor(bar * size) + 1)),
  ).map((part) => part.reduce((loudest, peak) => Math.max(loudest, peak), 0));
  const loudest = bars.reduce((most, bar) => Math.max(most, bar), 0);
  return loudest > 0 ? bars.map((bar) => bar / loudest) : bars;
}
