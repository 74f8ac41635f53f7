import { isRefused, type MasterItem, type ServiceItem, type TimeItem, readTimes } from '../reading/results.ts';
import type { Talk } from '../reading/talk.ts';
import type { PartOfDay } from '../understanding/when.ts';
import { timeLines } from '../wording/lists.ts';
import { phrase } from '../wording/phrases.ts';
import { needResult } from './needs.ts';
import type { State } from './state.ts';

/**
 * Free times for what a talk wants.
 *
 * @property slot the wanted one, when it is free
 * @property isTaken a time was wanted and is not free
 * @property refusal the tool's, when it failed
 */
export type FreeTimes = {
  times: TimeItem[];
  slot: TimeItem | null;
  isTaken: boolean;
  refusal?: Record<string, unknown>;
};

/** A tool lists at most so many times. */
const LONGEST_LIST = 12;

export function findFreeTimes(talk: Talk, state: State, service: ServiceItem, master: MasterItem | null): FreeTimes {
  const wanted = wantedOf(state);
  let refusal: Record<string, unknown> | undefined;
  const search = (part: PartOfDay | null) => {
    const result = needResult(talk, 'find_times', {
      service: service.id || service.title,
      master: master ? master.id || master.name : null,
      day: wanted.day,
      part_of_day: part,
    });
    if (result && isRefused(result)) refusal = result;
    return result ? readTimes(result) : [];
  };
  const all = search(wanted.times.length === 0 ? state.part : null);
  if (refusal && all.length === 0) return { times: [], slot: null, isTaken: false, refusal };
  if (wanted.times.length === 0) return { times: all, slot: null, isTaken: false };
  if (state.bound) {
    const inBound = all.filter(({ time }) =>
      wanted.times.some((limit) => (state.bound === 'after' ? time >= limit : time <= limit)),
    );
    const narrow = inBound.length > 0 || all.length < LONGEST_LIST ? inBound : search(partOf(wanted.times[0] ?? ''));
    return { times: narrow.length > 0 ? narrow : all, slot: null, isTaken: narrow.length === 0 };
  }
  const slot = slotOf(all, wanted, state.lastReply);
  if (slot) return { times: all, slot, isTaken: false };
  const narrow = all.length < LONGEST_LIST ? [] : search(partOf(wanted.times.at(-1) ?? ''));
  const late = slotOf(narrow, wanted, state.lastReply);
  return { times: narrow.length > 0 ? narrow : all, slot: late, isTaken: late === null };
}

type Wanted = { day: string | null; times: string[] };

/** A question that waits for a yes names the time, unless the newest messages change it. */
function wantedOf({ proposal, isTimeNew, day, times }: State): Wanted {
  return proposal && !isTimeNew ? { day: proposal.day, times: [proposal.time] } : { day, times };
}

/** With the specialist whom the last answer named, where several are free. */
function slotOf(times: readonly TimeItem[], { day, times: wanted }: Wanted, lastReply: string): TimeItem | null {
  const fitting = wanted.flatMap((time) =>
    times.filter((one) => one.time === time && (day === null || one.day === day)),
  );
  return fitting.find(({ master }) => master !== null && lastReply.includes(master)) ?? fitting[0] ?? null;
}

function partOf(time: string): PartOfDay {
  const hour = Number(time.slice(0, 2));
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** The answer that offers times. */
export function offerTimes(talk: Talk, title: string, { times, isTaken }: FreeTimes): string[] {
  if (times.length === 0) return [phrase(talk, 'no_times')];
  return [
    ...(isTaken ? [phrase(talk, 'time_taken')] : []),
    phrase(talk, 'times_header', { service: title }),
    ...timeLines(talk, times),
    phrase(talk, 'choose_time'),
  ];
}
