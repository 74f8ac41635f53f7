import { Problem } from './problem.ts';

export type Groups<Item, Outcome> = {
  /**
   * Resolves when the item's group is committed.
   *
   * @throws {Problem} `server.unavailable` at once when too many wait already
   */
  add(item: Item): Promise<Outcome>;
};

type Waiting<Item, Outcome> = { item: Item; resolve: (outcome: Outcome) => void; reject: (reason: unknown) => void };

/**
 * Lets things that arrive together be committed together: while one group is under way, the next one gathers. Nobody
 * waits for a timer, and the more arrives, the less each costs.
 *
 * @param commit answers one outcome an item, in their order, or fails as a whole; a group that fails is tried item by
 * item, so that a bad one fails alone
 * @param options.lanes groups that may be under way at once
 * @param options.isHopeless of a failure that every item would meet alone too, e.g. a database that is away
 */
export function groupCommits<Item, Outcome>(
  commit: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  options: { lanes: number; maxGroup: number; maxWaiting: number; isHopeless: (error: unknown) => boolean },
): Groups<Item, Outcome> {
  const waiting: Waiting<Item, Outcome>[] = [];
  let freeLanes = options.lanes;

  /** One lane: its groups follow each other, and while one is under way the next gathers. */
  async function run(): Promise<void> {
    while (waiting.length > 0) await settle(waiting.splice(0, options.maxGroup));
    freeLanes += 1;
  }

  async function settle(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await commit(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome); // NOTE: as many outcomes as items: see above
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
        if (freeLanes === 0) return;
        freeLanes -= 1;
        setImmediate(() => void run()); // NOTE: whatever this turn of the loop still reads joins the group
      });
    },
  };
}
