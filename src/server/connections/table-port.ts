import type { BranchPlace, Caller, ProviderResult } from './port.ts';

/** Reserves of tables. */
export type TableCapability = {
  /**
   * Reserves a table that is free and large enough. Safe to repeat: the reserve has the given id.
   *
   * @returns `closed` where the login lacks the methods, `full` where no such table is free
   */
  reserve(
    caller: Caller,
    place: BranchPlace,
    wanted: TableWanted,
  ): Promise<ProviderResult<TableReserve | 'closed' | 'full'>>;
  /** Returns null when the vendor has no such reserve. */
  getReserve(caller: Caller, place: BranchPlace, id: string): Promise<ProviderResult<TableReserve | null>>;
  cancelReserve(caller: Caller, place: BranchPlace, id: string): Promise<ProviderResult<null>>;
};

/** A table as a guest wants it. */
export type TableWanted = {
  /** A UUID of ours that the reserve gets. */
  id: string;
  startsAt: Temporal.Instant;
  guests: number;
  name: string;
  /** E.164. */
  phone: string;
  comment: string;
};

/** `pending`: the restaurant's computer has not answered yet. `text`: the vendor's, about a refusal. */
export type TableReserve = { state: 'pending' | 'held' | 'refused' | 'cancelled'; text: string | null };
