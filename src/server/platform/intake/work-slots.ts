import type { Problem } from '#server/platform/values/problem.ts';

export type WorkSlots = {
  /**
   * Runs the work once a slot is free, for all keys and for its own; each waits in order of arrival. Slots in reserve are
   * for keys that have none, so that others who hold theirs for long do not keep a newcomer waiting.
   *
   * @param key who the work is for, e.g. a tenant: one that asks for much does not take the slots of the others
   * @throws {Problem} `refusal` when too many wait already, the wait is too long, or it left
   */
  run<Result>(key: string, work: () => Promise<Result>, options?: RunOptions): Promise<Result>;
};

type RunOptions = {
  /** Aborted when nothing waits for the work any more: it then leaves the queue. */
  left?: AbortSignal;
  /** Ends the work, because a key without a slot found none free. */
  yieldSlot?: (refusal: Problem) => void;
};

export type SlotLimits = {
  /** At once in this process, those in reserve included. */
  total: number;
  /** Slots among the total that only a key without a slot takes; none unless given. */
  reserved?: number;
  perKey: number;
  /** Maximum number that wait. */
  maxWaiting: number;
  /** Maximum number that wait of one key; as many as of all unless given. */
  maxWaitingPerKey?: number;
  maxWaitMs: number;
  /** Work that has run for so long yields its slot to a key that has none, where none is free; never unless given. */
  yieldsAfterMs?: number;
};

type Waiter = { key: string; start: () => void };
const YIELDS_EVERY_MS = 1_000;

/** Limits how much of one sort of work a process does at once; it protects the machine, so it needs no row. */
export function createWorkSlots({
  total,
  reserved = 0,
  perKey,
  maxWaiting,
  maxWaitingPerKey = maxWaiting,
  maxWaitMs,
  yieldsAfterMs = Infinity,
  refusal,
}: SlotLimits & { refusal: () => Problem }): WorkSlots {
  const runningByKey = new Map<string, number>();
  const waiting: Waiter[] = [];
  const yielding = createYielding(yieldsAfterMs, refusal);
  let running = 0;
  const isFree = (key: string) => {
    const own = runningByKey.get(key) ?? 0;
    return own < perKey && running < (own === 0 ? total : total - reserved);
  };
  const isFull = (key: string) =>
    waiting.length >= maxWaiting || waiting.filter((waiter) => waiter.key === key).length >= maxWaitingPerKey;
  const change = (key: string, by: 1 | -1) => {
    running += by;
    const own = (runningByKey.get(key) ?? 0) + by;
    if (own === 0) runningByKey.delete(key);
    else runningByKey.set(key, own);
  };
  const startNext = () => {
    const next = waiting.findIndex(({ key }) => isFree(key));
    const [waiter] = next < 0 ? [] : waiting.splice(next, 1);
    if (!waiter) return;
    change(waiter.key, 1);
    waiter.start();
  };
  const takeSlot = (key: string, left: AbortSignal | undefined): Promise<void> => {
    if (isFree(key)) {
      change(key, 1);
      return Promise.resolve();
    }
    if (isFull(key)) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { key, start: resolve };
    const giveUp = () => {
      const at = waiting.indexOf(waiter);
      if (at >= 0) waiting.splice(at, 1);
      reject(refusal());
    };
    const timer = setTimeout(giveUp, maxWaitMs);
    left?.addEventListener('abort', giveUp);
    waiting.push(waiter);
    const isNew = () => !runningByKey.has(key);
    if (isNew()) yielding.endOldest();
    const newcomer = setInterval(() => isNew() && yielding.endOldest(), YIELDS_EVERY_MS);
    return promise.finally(() => {
      clearTimeout(timer);
      clearInterval(newcomer);
      left?.removeEventListener('abort', giveUp);
    });
  };
  return {
    async run(key, work, { left, yieldSlot } = {}) {
      if (left?.aborted) throw refusal();
      await takeSlot(key, left);
      const forget = yieldSlot && yielding.add(yieldSlot);
      try {
        return await work();
      } finally {
        forget?.();
        change(key, -1);
        startNext();
      }
    },
  };
}

/** Work that has begun and may be ended, in order of its starts. */
function createYielding(afterMs: number, refusal: () => Problem) {
  const running = new Set<{ startedAt: number; yieldSlot: (refusal: Problem) => void }>();
  return {
    /** @returns a function to call once the work is over */
    add(yieldSlot: (refusal: Problem) => void): () => void {
      const own = { startedAt: performance.now(), yieldSlot };
      running.add(own);
      return () => void running.delete(own);
    },
    /** Ends one, if it has run for long enough; its slot is free a moment later. */
    endOldest(): void {
      const [oldest] = running;
      if (!oldest || performance.now() - oldest.startedAt < afterMs) return;
      running.delete(oldest);
      oldest.yieldSlot(refusal());
    },
  };
}
