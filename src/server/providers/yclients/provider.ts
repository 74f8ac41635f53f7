import type { PlatformOptions } from './asking.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { VendorProfile } from './profile.ts';

/** The vendor for Russia and its neighbours; the one for the rest of the world is `altegio.ts` beside it. */
export const YCLIENTS: VendorProfile = {
  kind: 'yclients',
  accept: 'application/vnd.yclients.v2+json',
  defaultCurrency: 'RUB',
  phones: 'russian',
};

/** YCLIENTS, the booking system. */
export const createYclients = (options: PlatformOptions): Platform => createPlatform(YCLIENTS, options);
