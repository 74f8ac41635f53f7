import type { PlatformOptions } from './api-client.ts';
import { createPlatform, type Platform } from './platform.ts';
import type { VendorProfile } from './profile.ts';

/** The vendor of the YCLIENTS platform for other countries; its API is in `platform.ts`. */
export const ALTEGIO: VendorProfile = {
  kind: 'altegio',
  accept: 'application/vnd.api.v2+json',
  defaultCurrency: 'USD',
  phones: 'international',
};

/** Altegio, the booking system. NOTE: its newer `/api/v2` is not documented to us; the older one is used. */
export const createAltegio = (options: PlatformOptions): Platform => createPlatform(ALTEGIO, options);
