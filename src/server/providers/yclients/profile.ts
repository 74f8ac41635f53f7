import type { ConnectionKind } from '#contract/connections.ts';

/**
 * All in which the vendors of this platform differ for us. YCLIENTS and Altegio answer the same calls with the same shapes;
 * what is not named here is the same for both (the reference, section 2).
 */
export type VendorProfile = {
  kind: Extract<ConnectionKind, 'yclients' | 'altegio'>;
  /** Demanded by every call: the vendor's own media type. */
  accept: string;
  /**
   * What a branch counts money in when its short title says nothing we know; the rest of the titles are the same.
   */
  defaultCurrency: string;
  /**
   * - `russian`: digits may lack the country code; the cabinet's country tells.
   * - `international`: digits begin with the country code, also where the `+` was left out.
   */
  phones: 'russian' | 'international';
};
