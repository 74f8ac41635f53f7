import type { Sim } from '../sim/sim.ts';
import type { Account } from './state.ts';

export type Query = Readonly<Record<string, string | undefined>>;
/** One request to the API, of the account that its token opens. */
export type Call = { sim: Sim; account: Account; query: Query; body: unknown };

/** Ids of a parameter like `1,2`; null: it is left out. */
export const idsOf = (query: Query, name: string): number[] | null => {
  const given = query[name];
  return given === undefined || given === '' ? null : given.split(',').map(Number);
};
