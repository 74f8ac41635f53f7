import { useCanOpen } from '#web/lib/pages/paths.ts';

/** The conversion page of this domain: a dashboard has it at an address of its own. */
export function useConversionPath(): '/insights/conversion' | '/conversion' {
  const canOpen = useCanOpen();
  return canOpen('/insights/conversion') ? '/insights/conversion' : '/conversion';
}
