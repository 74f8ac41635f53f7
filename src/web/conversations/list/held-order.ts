/** A row of the list as its order needs it. */
type Ordered = {
  id: string;
  /** ISO 8601; the list is ordered by it, latest first. */
  lastAt: string;
};

/** The order that the list had when the pointer came into it: when each thread was last active, by thread. */
export type HeldOrder = ReadonlyMap<string, string>;

export type OrderedList<Row> = {
  rows: readonly Row[];
  /** Threads that would stand higher, or in the list at all, if the order were not held. */
  newCount: number;
};

export function orderOf(rows: readonly Ordered[]): HeldOrder {
  return new Map(rows.map(({ id, lastAt }) => [id, lastAt]));
}

/**
 * Keeps rows where they are while the pointer or the keyboard's focus is in the list, so that a click opens the thread
 * that was under it. Their contents are the fresh ones; threads that left the list are gone; pages loaded meanwhile
 * come after what is held.
 *
 * @param held null where the order is not held
 * @param openId the thread on the screen: what happens in it is seen, and not counted
 */
export function holdOrder<Row extends Ordered>(
  fresh: readonly Row[],
  held: HeldOrder | null,
  openId?: string,
): OrderedList<Row> {
  if (!held) return { rows: fresh, newCount: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const inPlace = [...held.keys()].flatMap((id) => byId.get(id) ?? []);
  const endOfHeld = fresh.findLastIndex(({ id, lastAt }) => held.get(id) === lastAt);
  const others = fresh
    .map((row, index) => ({ row, isLater: index > endOfHeld }))
    .filter(({ row }) => !held.has(row.id));
  const added = others.filter(({ isLater }) => isLater).map(({ row }) => row);
  const moved = inPlace.filter(({ id, lastAt }) => id !== openId && held.get(id) !== lastAt);
  return { rows: [...inPlace, ...added], newCount: others.length - added.length + moved.length };
}
