import { useNavigate, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';

/**
 * State of a page that lives in its address, such as filters and search, so that it can be shared and gone back to.
 *
 * @param schema of the address's search part; every field optional or with a default, so that any address can be read
 * @returns the state and a function that changes some of it; `undefined` removes a field
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
): [z.output<Schema>, (change: Partial<z.input<Schema>>) => void] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const parsed = schema.safeParse(search);
  const state = parsed.success ? parsed.data : schema.parse({});

  function change(next: Partial<z.input<Schema>>): void {
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true });
  }
  return [state, change];
}
