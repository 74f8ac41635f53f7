/** Messages a provider accepted, counted by the sender's own reference; kill tests are decided here. */
export type Verdict = {
  channel: JudgedChannel;
  accepted: number;
  distinct: number;
  duplicates: { ref: string; count: number }[];
  counts?: Record<string, number>;
  withoutRef: number;
  refused: Record<string, number>;
  rateViolations: number;
  pairViolations: number;
  otherViolations: number;
  peakPerSecond: number;
  firstAt: string | null;
  lastAt: string | null;
};

export const JUDGED = ['d360', 'tg', 'mail', 'iiko'] as const;
export type JudgedChannel = (typeof JUDGED)[number];

type Tally = {
  counts: Map<string, number>;
  accepted: number;
  withoutRef: number;
  refused: Map<string, number>;
  perSecond: Map<string, { at: number; count: number }>;
  peak: number;
  firstAt: number | null;
  lastAt: number | null;
};

export type Judge = {
  /** @param sender the number or bot, whose rate is watched */
  accept(channel: JudgedChannel, sender: string, ref: string | undefined, at: number): void;
  refuse(channel: JudgedChannel, code: number): void;
  verdict(channel: JudgedChannel, withCounts: boolean): Verdict;
  clear(): void;
};

const RATE_CODES = new Set(['130429', '429']);
const PAIR_CODES = new Set(['131056']);

export function createJudge(): Judge {
  let tallies = freshTallies();

  return {
    accept: (channel, sender, ref, at) => {
      const tally = tallies[channel];
      tally.accepted++;
      tally.firstAt ??= at;
      tally.lastAt = at;
      countSecond(tally, sender, at);
      if (ref === undefined) tally.withoutRef++;
      else tally.counts.set(ref, (tally.counts.get(ref) ?? 0) + 1);
    },
    refuse: (channel, code) => {
      const { refused } = tallies[channel];
      refused.set(String(code), (refused.get(String(code)) ?? 0) + 1);
    },
    verdict: (channel, withCounts) => toVerdict(channel, tallies[channel], withCounts),
    clear: () => {
      tallies = freshTallies();
    },
  };
}

const freshTallies = (): Record<JudgedChannel, Tally> => ({
  d360: freshTally(),
  tg: freshTally(),
  mail: freshTally(),
  iiko: freshTally(),
});

const freshTally = (): Tally => ({
  counts: new Map(),
  accepted: 0,
  withoutRef: 0,
  refused: new Map(),
  perSecond: new Map(),
  peak: 0,
  firstAt: null,
  lastAt: null,
});

function countSecond(tally: Tally, sender: string, at: number): void {
  const second = Math.floor(at / 1000);
  const seen = tally.perSecond.get(sender);
  const count = seen?.at === second ? seen.count + 1 : 1;
  tally.perSecond.set(sender, { at: second, count });
  tally.peak = Math.max(tally.peak, count);
}

function toVerdict(channel: JudgedChannel, tally: Tally, withCounts: boolean): Verdict {
  const sum = (wanted: (code: string) => boolean) =>
    [...tally.refused].reduce((total, [code, count]) => total + (wanted(code) ? count : 0), 0);
  return {
    channel,
    accepted: tally.accepted,
    distinct: tally.counts.size,
    duplicates: [...tally.counts].filter(([, count]) => count > 1).map(([ref, count]) => ({ ref, count })),
    ...(withCounts && { counts: Object.fromEntries(tally.counts) }),
    withoutRef: tally.withoutRef,
    refused: Object.fromEntries(tally.refused),
    rateViolations: sum((code) => RATE_CODES.has(code)),
    pairViolations: sum((code) => PAIR_CODES.has(code)),
    otherViolations: sum((code) => !RATE_CODES.has(code) && !PAIR_CODES.has(code)),
    peakPerSecond: tally.peak,
    firstAt: tally.firstAt === null ? null : new Date(tally.firstAt).toISOString(),
    lastAt: tally.lastAt === null ? null : new Date(tally.lastAt).toISOString(),
  };
}
