import type { ResultGroup } from '#contract/insights/results.ts';

/** Counts of one week's visits. */
export type Week = {
  attended: number;
  noShow: number;
  /** Over, without a mark whether the client came; part of the attended. */
  unmarked: number;
  /** Visits marked as arrived: those that `paidMinor` is of. */
  arrived: number;
  paidMinor: number;
  newClients: number;
};

/** Parts of a day, by the hour of the branch on which a visit starts. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** Visits of a weekday (1 is Monday) and a part of the day over some weeks. */
export type Slot = { weekday: number; part: DayPart; visits: number };

/** How often clients of a master's first visits came again. */
export type MasterReturn = { id: string; name: string; clients: number; cameAgain: number };

type Named = { id: string; title: string };

/** The facts from which the things to do are chosen. */
export type LetterFacts = {
  /** ISO 8601: the first day of the week. */
  monday: string;
  week: Week;
  /** Mean of the four weeks before. */
  usual: Week;
  late: { count: number; spentYearMinor: number };
  /** Weeks that the slots are of. */
  slotWeeks: number;
  slots: readonly Slot[];
  masters: readonly MasterReturn[];
  isReminderOn: boolean;
  stoppedFlows: readonly Named[];
  failedMailings: readonly Named[];
  downChannels: readonly string[];
  /** Conversations that have waited for an answer for more than a day. */
  waiting: number;
};

export type Thing =
  | { kind: 'channel_down'; title: string; path: string }
  | { kind: 'flow_stopped' | 'mailing_failed'; title: string; count: number; path: string }
  | { kind: 'no_visits'; path: string }
  | { kind: 'no_shows_reminder' | 'no_shows'; count: number; share: number; usualShare: number; path: string }
  | { kind: 'late'; count: number; spentMinor: number; path: string }
  | { kind: 'waiting'; count: number; path: string }
  | { kind: 'empty_slot'; weekday: number; part: DayPart; visits: number; usual: number; path: string }
  | { kind: 'unmarked'; count: number; path: string }
  | { kind: 'best_master'; name: string; share: number; otherShare: number; path: string };

export const MOST_THINGS = 3;

/** No-shows of a week that are worth a word, and the growth of their share. */
const FEWEST_NO_SHOWS = 3;
const NO_SHOW_GROWTH = 0.05;
/** Unmarked visits of a week that are worth a word, and their share of the attended. */
const FEWEST_UNMARKED = 5;
const UNMARKED_SHARE = 0.3;
/** A weekday with fewer visits a week is a day off; a slot is empty at half of the usual. */
const FEWEST_DAY_VISITS = 2;
const FEWEST_SLOT_VISITS = 2;
const EMPTY_SHARE = 0.5;
/** First clients of a master that are compared, and the difference of shares that is no chance. */
const FEWEST_CLIENTS = 15;
const MASTER_LEAD = 0.15;

/** A business without visits in these weeks gets no letter. */
export function isQuiet({ week, usual }: Pick<LetterFacts, 'week' | 'usual'>): boolean {
  return week.attended + week.noShow + usual.attended + usual.noShow === 0;
}

/** The share of those who should have come that did not; null where nobody should have. */
export function noShowShare({ attended, noShow }: Pick<Week, 'attended' | 'noShow'>): number | null {
  return attended + noShow === 0 ? null : noShow / (attended + noShow);
}

/**
 * Chooses at most three things to do: what is broken first, then what costs visits, then what brings more. Where fewer are
 * worth a word, there are fewer.
 *
 * @param isOffered whether the brand has a page at a path
 */
export function chooseThings(facts: LetterFacts, isOffered: (path: string) => boolean): Thing[] {
  return [
    channelDown(facts),
    stopped('flow_stopped', facts.stoppedFlows, '/flows/edit'),
    stopped('mailing_failed', facts.failedMailings, '/distributions/edit'),
    noVisits(facts),
    noShows(facts),
    late(facts),
    waiting(facts),
    emptySlot(facts),
    unmarked(facts),
    bestMaster(facts),
  ]
    .filter((thing) => thing !== null)
    .filter(({ path }) => isOffered(path.replace(/\?.*/, '')))
    .slice(0, MOST_THINGS);
}

function channelDown({ downChannels: [title] }: LetterFacts): Thing | null {
  return title === undefined ? null : { kind: 'channel_down', title, path: '/accounts' };
}

function stopped(kind: 'flow_stopped' | 'mailing_failed', all: readonly Named[], path: string): Thing | null {
  const [first] = all;
  return first ? { kind, title: first.title, count: all.length, path: `${path}/${first.id}` } : null;
}

function noVisits({ week }: LetterFacts): Thing | null {
  return week.attended + week.noShow === 0 ? { kind: 'no_visits', path: '/accounts' } : null;
}

function noShows({ monday, week, usual, isReminderOn }: LetterFacts): Thing | null {
  const [share, usualShare] = [noShowShare(week) ?? 0, noShowShare(usual) ?? 0];
  if (week.noShow < FEWEST_NO_SHOWS) return null;
  if (isReminderOn && share - usualShare < NO_SHOW_GROWTH) return null;
  const kind = isReminderOn ? 'no_shows' : 'no_shows_reminder';
  const path = isReminderOn ? visitsOf('no_show', monday) : '/flows';
  return { kind, count: week.noShow, share, usualShare, path };
}

function late({ late: { count, spentYearMinor } }: LetterFacts): Thing | null {
  return count === 0 ? null : { kind: 'late', count, spentMinor: spentYearMinor, path: '/insights/returns?state=late' };
}

function waiting({ waiting: count }: LetterFacts): Thing | null {
  return count === 0 ? null : { kind: 'waiting', count, path: '/conversations' };
}

function unmarked({ monday, week }: LetterFacts): Thing | null {
  if (week.unmarked < FEWEST_UNMARKED || week.unmarked < week.attended * UNMARKED_SHARE) return null;
  return { kind: 'unmarked', count: week.unmarked, path: visitsOf('unmarked', monday) };
}

/** The visits of a group in the week that begins on a day. */
const visitsOf = (group: ResultGroup, monday: string) => `/insights?period=week&on=${monday}&group=${group}`;

/** The part of a working day with the most visits missing, compared with the same part of other working days. */
function emptySlot({ slots, slotWeeks }: LetterFacts): Thing | null {
  const sumOf = (day: number) => slots.reduce((sum, { weekday, visits }) => (weekday === day ? sum + visits : sum), 0);
  const workdays = [1, 2, 3, 4, 5, 6, 7].filter((day) => sumOf(day) >= FEWEST_DAY_VISITS * slotWeeks);
  if (workdays.length < 3) return null;
  const candidates = DAY_PARTS.flatMap((part) => {
    const days = workdays.map((weekday) => ({
      weekday,
      visits: slots.find((slot) => slot.weekday === weekday && slot.part === part)?.visits ?? 0,
    }));
    const usual = medianOf(days.map(({ visits }) => visits));
    if (usual < FEWEST_SLOT_VISITS * slotWeeks) return [];
    return days.flatMap(({ weekday, visits }) =>
      visits <= usual * EMPTY_SHARE ? [{ weekday, part, visits: visits / slotWeeks, usual: usual / slotWeeks }] : [],
    );
  });
  const [emptiest] = candidates.toSorted((a, b) => b.usual - b.visits - (a.usual - a.visits));
  return emptiest ? { kind: 'empty_slot', ...emptiest, path: '/distributions' } : null;
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The master to book newcomers with: their first clients come again more often than those of all others. */
function bestMaster({ masters }: LetterFacts): Thing | null {
  const shareOf = (some: readonly MasterReturn[]) => {
    const clients = some.reduce((sum, one) => sum + one.clients, 0);
    return clients === 0 ? null : some.reduce((sum, one) => sum + one.cameAgain, 0) / clients;
  };
  const compared = masters
    .filter(({ clients }) => clients >= FEWEST_CLIENTS)
    .map((master) => ({ ...master, share: master.cameAgain / master.clients }));
  const [best] = compared.toSorted((a, b) => b.share - a.share);
  const otherShare = best && shareOf(masters.filter(({ id }) => id !== best.id));
  if (!best || otherShare === null || otherShare === undefined || best.share - otherShare < MASTER_LEAD) return null;
  const path = `/insights/cohorts?masterId=${best.id}`;
  return { kind: 'best_master', name: best.name, share: best.share, otherShare, path };
}
