import { useMediaQuery } from '@mantine/hooks';

/** Below the specification's mobile breakpoint, 992 px. */
export function useIsMobile(): boolean {
  return useMediaQuery('(max-width: 991.98px)', undefined, { getInitialValueInEffect: false });
}
