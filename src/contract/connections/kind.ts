import type { CredentialField } from './credentials.ts';
import type { CRM_RIGHTS } from './values.ts';

/** One set of credentials with which a system can be connected. */
export type CredentialWay = {
  name: string;
  /** Title of the way where there are several. */
  label: string;
  /** In the order the form shows them. */
  fields: readonly CredentialField[];
};

/** The facts about a kind of connection that do not need its provider. */
export type ConnectionKindDeclaration = {
  /**
   * The records that are read from it; null where API clients of the business send everything, and nothing is polled.
   * `shop`: orders and carts, which its webhooks alone bring.
   */
  reads: 'visits' | 'orders' | 'deals' | 'talks' | 'shop' | null;
  /** Minutes between polls: webhooks get lost. A divisor of 60; null where nothing is polled. */
  pollMinutes: number | null;
  /** Whether the vendor sends a token of ours with each payload; one without it is refused. */
  sendsToken: boolean;
  /** The vendor signs its payloads with secrets of its own. */
  signs?: true;
  /** The owner enters the secret: a payload without a signature is refused, and the verification stays on. */
  signsAlways?: true;
  /** Contacts may book its visits: it lists free times, and visits are created in it. */
  books?: true;
  /** Its branches are clinics: visits are appointments, and masters doctors. */
  isClinic?: true;
  /** Each poll lists all records of so many days ahead: one that two polls in a row do not list is no longer there. */
  listsDaysAhead?: number;
  /** Its records name masters and services that no list of the vendor may have. */
  namesInRecords?: true;
  /** Rights the connected user may lack. */
  rights: readonly (typeof CRM_RIGHTS)[number][];
  /** Empty where no credentials are typed: such a connection is created automatically, or by a consent. */
  ways: readonly CredentialWay[];
  /** `consent`: the owner allows the access on a page of the system, which leads back to us. */
  connects?: 'consent';
  /** The page on which its connections are managed. */
  page: string;
};
