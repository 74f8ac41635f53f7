import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type ChannelKindName, declarationOf } from '#contract/channels/kinds.ts';

/** How a person joins a pairing: the phone scans a code, or a code is entered on it. */
export type Joining = 'scan' | 'phone_code';

/**
 * Returns how the pairing is joined, and what changes it; the other way is null where the kind has one alone. On a phone
 * the code to enter comes first: it cannot scan its own screen.
 */
export function useJoining(kind: ChannelKindName): {
  way: Joining;
  other: Joining | null;
  change: (way: Joining) => void;
} {
  const isOnPhone = useMediaQuery('(max-width: 991.98px), (pointer: coarse)', undefined, {
    getInitialValueInEffect: false,
  });
  const [chosen, setChosen] = useState<Joining | null>(null);
  if (!declarationOf(kind).givesPhoneCode) return { way: 'scan', other: null, change: setChosen };
  const way = chosen ?? (isOnPhone ? 'phone_code' : 'scan');
  return { way, other: way === 'scan' ? 'phone_code' : 'scan', change: setChosen };
}
