import type { ReactNode } from 'react';
import type { TextChange } from '#contract/texts/replacements.ts';

/** A sender in which the text was found. */
export type Found = {
  id: string;
  title: string;
  version: number;
  /** Its status. */
  badge: ReactNode;
  /** Why none of its texts can be changed; null: they can. */
  refusal: string | null;
  changes: readonly TextChange[];
};

/** Places that a person deselected, for one search; all others that can be saved are selected. */
export type Choice = { search: string; places: ReadonlySet<string> };

export const placeKey = (id: string, path: string) => `${id}:${path}`;

/** The places of one that can be saved. */
export const ablePlaces = ({ changes, refusal }: Pick<Found, 'changes' | 'refusal'>): string[] =>
  refusal === null ? changes.filter(({ trouble }) => trouble === null).map(({ path }) => path) : [];

export type Chosen = { id: string; baseVersion: number; paths: string[] };

/** Returns the selected places of each. A change that cannot be saved is never selected. */
export function chosenIn(found: readonly Found[], leftOut: ReadonlySet<string>): Chosen[] {
  return found.flatMap((one) => {
    const paths = ablePlaces(one).filter((path) => !leftOut.has(placeKey(one.id, path)));
    return paths.length > 0 ? [{ id: one.id, baseVersion: one.version, paths }] : [];
  });
}

export const placesOf = (chosen: readonly Pick<Chosen, 'paths'>[]) =>
  chosen.reduce((sum, { paths }) => sum + paths.length, 0);
