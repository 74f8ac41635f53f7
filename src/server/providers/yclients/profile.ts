import type { ConnectionKind } from '#contract/connections/calls.ts';

/**
 * Differences between the vendors of this platform. YCLIENTS and Altegio answer the same calls with the same shapes;
 * everything else is the same for both (the reference, section 2).
 */
export type VendorProfile = {
  kind: Extract<ConnectionKind, 'yclients' | 'altegio'>;
  /** The vendor's media type, required by every call. */
  accept: string;
  /**
   * Currency of a branch with an unknown currency title; the titles are the same for both.
   */
  defaultCurrency: string;
  /**
   * - `russian`: digits may lack the country code, which is then the cabinet's.
   * - `international`: digits begin with the country code, also without `+`.
   */
  phones: 'russian' | 'international';
};
