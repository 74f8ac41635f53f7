/** Counts happenings in a sliding window of virtual time. */
export type SlidingWindow = {
  /** Milliseconds until one more is allowed; 0 when it is allowed now, and then it is counted. */
  take(key: string, now: number): number;
  clear(): void;
};

export function slidingWindow(limit: number, windowMs: number): SlidingWindow {
  const happened = new Map<string, number[]>();
  return {
    take: (key, now) => {
      const times = happened.get(key) ?? [];
      let stale = 0;
      while (stale < times.length && (times[stale] ?? 0) <= now - windowMs) stale++;
      if (stale > 0) times.splice(0, stale);
      if (times.length >= limit) return Math.max(1, (times[0] ?? now) + windowMs - now);
      times.push(now);
      happened.set(key, times);
      return 0;
    },
    clear: () => happened.clear(),
  };
}

/** A bucket that fills steadily and allows a burst up to its size. */
export type Bucket = SlidingWindow;

export function bucket(size: number, perSecond: number): Bucket {
  const levels = new Map<string, { level: number; at: number }>();
  return {
    take: (key, now) => {
      const { level, at } = levels.get(key) ?? { level: size, at: now };
      const filled = Math.min(size, level + (Math.max(0, now - at) / 1000) * perSecond);
      if (filled < 1) return Math.ceil(((1 - filled) / perSecond) * 1000);
      levels.set(key, { level: filled - 1, at: now });
      return 0;
    },
    clear: () => levels.clear(),
  };
}
