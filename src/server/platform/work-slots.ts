import type { Problem } from './problem.ts';

export type WorkSlots = {
  /**
   * Runs the work once a slot is free, for all keys and for its own; each waits in order of arrival.
   *
   * @param key who the work is for, e.g. a tenant: one that asks for much does not take the slots of the others
   * @throws {Problem} `refusal` when too many wait already, or the wait is too long
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
};

type Limits = {
  /** At once in this process. */
  total: number;
  perKey: number;
  /** Maximum number that wait. */
  maxWaiting: number;
  maxWaitMs: number;
  refusal: () => Problem;
};

type Waiter = { key: string; start: () => void };

/** Limits how much of one sort of work a process does at once; it protects the machine, so it needs no row. */
export function createWorkSlots({ total, perKey, maxWaiting, maxWaitMs, refusal }: Limits): WorkSlots {
  const runningByKey = new Map<string, number>();
  const waiting: Waiter[] = [];
  let running = 0;
  const isFree = (key: string) => running < total && (runningByKey.get(key) ?? 0) < perKey;
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
  const takeSlot = (key: string): Promise<void> => {
    if (isFree(key)) {
      change(key, 1);
      return Promise.resolve();
    }
    if (waiting.length >= maxWaiting) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { key, start: resolve };
    const giveUp = setTimeout(() => {
      waiting.splice(waiting.indexOf(waiter), 1);
      reject(refusal());
    }, maxWaitMs);
    waiter.start = () => {
      clearTimeout(giveUp);
      resolve();
    };
    waiting.push(waiter);
    return promise;
  };
  return {
    async run(key, work) {
      await takeSlot(key);
      try {
        return await work();
      } finally {
        change(key, -1);
        startNext();
      }
    },
  };
}
