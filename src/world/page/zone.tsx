import { createContext, use } from 'react';
import { dayIn, formatDay, formatTime } from './format.ts';
import { useTexts } from './texts.tsx';

/** Where the clock on the wall hangs: the zone of the branch that is looked at. */
export const Zone = createContext('Europe/Moscow');

export type Format = {
  time(at: Date | string): string;
  day(at: Date | string): string;
  isSameDay(at: Date | string, other: Date | string | undefined): boolean;
};

/** Dates and times in the person's language and the branch's zone. */
export function useFormat(): Format {
  const { language } = useTexts();
  const zone = use(Zone);
  return {
    time: (at) => formatTime(at, language, zone),
    day: (at) => formatDay(new Date(at), language, zone),
    isSameDay: (at, other) => other !== undefined && dayIn(zone, new Date(at)) === dayIn(zone, new Date(other)),
  };
}
