import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * State of a page that lives in its address, such as filters and search, so that it can be shared and gone back to.
 *
 * @param read makes the state of the address's search part; any address must be readable
 * @returns the state and a function that changes some of it; `undefined` removes a field
 */
export function useUrlState<State extends object>(
  read: (search: Readonly<Record<string, unknown>>) => State,
): [State, (change: Partial<State>) => void] {
  const state = read(useSearch({ strict: false }));
  const navigate = useNavigate();

  function change(next: Partial<State>): void {
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true });
  }
  return [state, change];
}
