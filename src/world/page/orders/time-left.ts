import type { Texts } from '../texts.tsx';

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
const SOON = 15;

/** `words` say it in full where `text` is short. */
export type TimeLeft = { text: string; words: string; appearance: 'calm' | 'soon' | 'late' };

/** How long until an order is promised, or how long it is late. */
export function timeLeft(completeBefore: string, now: Date, t: Texts['t']): TimeLeft {
  const minutes = Math.round((new Date(completeBefore).getTime() - now.getTime()) / MINUTE_MS);
  if (minutes === 0) return { text: t('justNow'), words: t('justNow'), appearance: 'soon' };
  const time = spanText(Math.abs(minutes), t);
  if (minutes < 0) return { text: time, words: t('late', { time }), appearance: 'late' };
  return { text: t('left', { time }), words: t('left', { time }), appearance: minutes <= SOON ? 'soon' : 'calm' };
}

function spanText(minutes: number, t: Texts['t']): string {
  if (minutes < HOUR) return t('timeMinutes', { count: minutes });
  if (minutes >= DAY) return t('timeDays', { count: Math.floor(minutes / DAY) });
  return t('timeHours', { hours: Math.floor(minutes / HOUR), minutes: minutes % HOUR });
}
