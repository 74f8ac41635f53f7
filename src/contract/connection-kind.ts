import type { CredentialField } from './credentials.ts';
import type { CRM_RIGHTS } from './values.ts';

/** One of the ways in which an owner proves that a system is theirs. */
export type CredentialWay = {
  name: string;
  /** The name of the way where there are several. */
  label: string;
  /** In the order the form shows them. */
  fields: readonly CredentialField[];
};

/** The facts about a kind of connection that do not need its provider. */
export type ConnectionKindDeclaration = {
  /** The records that are read from it; null where the business's own programs post everything, and nobody can be asked. */
  reads: 'visits' | 'orders' | null;
  /** How often it is asked for what changed: webhooks get lost. A divisor of 60; null where nobody is asked. */
  pollMinutes: number | null;
  /** Whether the vendor sends a token of ours along with each payload; one without it is refused. */
  sendsToken: boolean;
  /** Rights the connected user may lack. */
  rights: readonly (typeof CRM_RIGHTS)[number][];
  /** None where nothing is typed: such a connection is made by itself. */
  ways: readonly CredentialWay[];
  /** The page on which its connections are made and looked after. */
  page: string;
};
