import type { PublicContext } from './context.ts';

/** Returns a keyed hash of the caller's device, in hex: one name for a person before and at the registration. */
export function visitorOf({ vault, device }: Pick<PublicContext, 'vault' | 'device'>): string {
  return vault.sign('visitor', device).toString('hex');
}
