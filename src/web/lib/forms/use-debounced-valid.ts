import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { z } from 'zod';

const TYPING_MS = 400;

/**
 * Returns the debounced value that was last valid: a preview keeps its message while a field is empty.
 *
 * @param load the schema; the same function on every call
 */
export function useDebouncedValid<Value>(value: Value, load: () => Promise<z.ZodType>): Value {
  const [typed] = useDebouncedValue(value, TYPING_MS);
  const [last, setLast] = useState(typed);
  useEffect(() => {
    let isOver = false;
    async function follow(): Promise<void> {
      const schema = await load();
      if (!isOver && schema.safeParse(typed).success) setLast(typed);
    }
    if (typed !== last) void follow();
    return () => {
      isOver = true;
    };
  }, [typed, last, load]);
  return last;
}
