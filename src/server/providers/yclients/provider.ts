import type { PlatformOptions } from './api-client.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { VendorProfile } from './profile.ts';

/** The vendor for Russia and its neighbours; `altegio.ts` is the one for other countries. */
export const YCLIENTS: VendorProfile = {
  kind: 'yclients',
  accept: 'application/vnd.yclients.v2+json',
  defaultCurrency: 'RUB',
  phones: 'russian',
};

/** YCLIENTS, the booking system. */
export const createYclients = (options: PlatformOptions): Platform => createPlatform(YCLIENTS, options);
