import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** Makes a page's state of the search part of any address; `known.ts` reads single values. */
export type ReadSearch<State> = (search: Readonly<Record<string, unknown>>) => State;

/**
 * Returns what a page reads of its address.
 *
 * Routes are rows of a table (`lib/room.ts`), so their search parameters have no types the router could give; a page
 * validates them as it selects them, and is drawn again only when its own part has changed.
 */
export function usePageSearch<State extends object>(read: ReadSearch<State>): State {
  return useSearch({ strict: false, select: (search: Readonly<Record<string, unknown>>) => read(search) });
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface HistoryState {
    /** The step of the history that opened a layer over its page: Back closes the layer. */
    isLayer?: boolean;
  }
}

/** Spread on a link that opens a layer over the page it stands on. */
export const OPENS_LAYER = { state: { isLayer: true }, resetScroll: false } as const;

/**
 * State of a page that lives in its address, such as filters and search, so that it can be shared and gone back to.
 *
 * @param layers fields that open a drawer over the page: a step of the history of their own, so that Back closes it and
 *   the page stays where it was
 * @returns the state and a function that changes some of it; `undefined` removes a field
 */
export function useUrlState<State extends object>(
  read: ReadSearch<State>,
  layers: readonly (keyof State)[] = [],
): [State, (change: Partial<State>) => void] {
  const state = usePageSearch(read);
  const navigate = useNavigate();
  const { history } = useRouter();

  function change(next: Partial<State>): void {
    const fields = Object.keys(next) as (keyof State)[]; // NOTE: the keys of a plain object of this type
    const opens = layers.some((field) => isSet(next[field]) && !isSet(state[field]));
    const closes = fields.some((field) => layers.includes(field)) && fields.every((field) => !isSet(next[field]));
    if (closes && history.location.state.isLayer) return history.back();
    const step = opens ? OPENS_LAYER : { state: true as const, replace: true };
    return void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), ...step });
  }
  return [state, change];
}

const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);
