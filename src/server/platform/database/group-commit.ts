import { Problem } from '#server/platform/values/problem.ts';

export type Groups<Item, Outcome> = {
  /**
   * Resolves when the item's group is committed.
   *
   * @throws {Problem} `server.unavailable` at once when too many items wait already
   */
  add(item: Item): Promise<Outcome>;
};

type Waiting<Item, Outcome> = { item: Item; resolve: (outcome: Outcome) => void; reject: (reason: unknown) => void };

/**
 * Commits items that arrive together in one group: while one group is being committed, the next one gathers. There is
 * no timer, and the cost per item falls as the load grows.
 *
 * @param commit returns one outcome per item, in their order, or fails as a whole; the items of a failed group are
 * committed one by one, so that a bad item fails alone
 * @param options.concurrency number of groups that may be committed at the same time
 * @param options.isHopeless whether every item alone would fail in the same way, e.g. because the database is
 * unavailable
 */
export function groupCommits<Item, Outcome>(
  commit: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  options: { concurrency: number; maxGroup: number; maxWaiting: number; isHopeless: (error: unknown) => boolean },
): Groups<Item, Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  let freeSlots = options.concurrency;

  /** One worker: commits groups one after another; the next group gathers meanwhile. */
  async function run(): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, options.maxGroup));
    freeSlots += 1;
  }

  async function settle(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome); // NOTE: there are as many outcomes as items, see the docstring of `commit`
    } catch (error) {
      if (group.length === 1 || options.isHopeless(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await settle([one]);
    }
  }

  return {
    add(item) {
      if (waiting.length >= options.maxWaiting) return Promise.reject(new Problem('server.unavailable'));
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (freeSlots === 0) return;
        freeSlots -= 1;
        setImmediate(() => void run()); // NOTE: items that arrive in this iteration of the event loop join the group
      });
    },
  };
}
