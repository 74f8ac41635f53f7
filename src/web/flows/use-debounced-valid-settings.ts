import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { FlowSettings } from '#contract/flows.ts';

const TYPING_MS = 400;

/** Returns the debounced settings that were last valid: a preview keeps its message while a field is empty. */
export function useDebouncedValidSettings(settings: FlowSettings): FlowSettings {
  const [typed] = useDebouncedValue(settings, TYPING_MS);
  const [last, setLast] = useState(typed);
  useEffect(() => {
    let isOver = false;
    async function follow(): Promise<void> {
      const shapes = await import('#contract/flows.ts');
      if (!isOver && shapes.FlowSettings.safeParse(typed).success) setLast(typed);
    }
    if (typed !== last) void follow();
    return () => {
      isOver = true;
    };
  }, [typed, last]);
  return last;
}
