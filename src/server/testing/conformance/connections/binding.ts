import type { Connection, ConnectionKind, CrmRight, OfferBody } from '#contract/connections/calls.ts';
import type { Caller, SourceProvider } from '#server/connections/port.ts';
import type { Answer } from '#server/testing/conformance/binding.ts';
import type { ConnectionPlace } from './place.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

export type ScenarioName =
  | 'health'
  | 'rights'
  | 'revoked_key'
  | 'refresh_race'
  | 'lost_answer'
  | 'pause'
  | 'busy'
  | 'moving_pages'
  | 'gone'
  | 'lost_webhook'
  | 'repeated_webhook'
  | 'late_webhook'
  | 'early_webhook'
  | 'foreign_webhook'
  | 'clocks'
  | 'phones'
  | 'hook_off'
  | 'disconnect'
  | 'other_account';

/** An account of the vendor without records, and one branch of it. `branchId` is the vendor's. */
export type VendorAccount = { login: OfferBody; branchId: string };

/** Facts that a record is made with. @property isSilent the vendor sends no webhook about it */
export type RecordOrder = { phone?: string; isSilent?: boolean };

/** Arguments of a scenario’s calls of the provider. */
export type ProviderPlace = { provider: SourceProvider; caller: Caller; branchId: string };

/** One kind of connection and its simulator, as the suite uses them. */
export type ConnectionBinding = {
  kind: ConnectionKind;
  /** The simulator's name in the world's control API. */
  service: string;
  /** The scenarios that do not apply to the kind, each with the reason. */
  skips: Partial<Record<ScenarioName, string>>;
  /** Creates another account, which nobody has connected. */
  found(world: SimulatedWorld): Promise<VendorAccount>;
  /** What an owner does after an account is connected, so that its records are read; absent: nothing. */
  prepare?(place: ConnectionPlace, connection: Connection): Promise<unknown>;
  /** Part of the path of every list of records. */
  lists: string;
  /** Part of the path of the first page of a list, and records of a page; absent where a list has no pages. */
  pages?: { first: string; size: number };
  /** Part of the path of one record; absent where payloads hold the records themselves. */
  reads?: string;
  /** A person at the vendor creates a record. @returns its id */
  create(world: SimulatedWorld, account: VendorAccount, order: RecordOrder): Promise<string>;
  /** A person at the vendor changes the record, so that it has the status `changed`. */
  change(world: SimulatedWorld, id: string): Promise<unknown>;
  /** The status of a new record, and of one that was changed, in our words. */
  statuses: { created: string; changed: string };
  /** A person at the vendor deletes the record, without a webhook; absent where nothing is deleted. */
  remove?(world: SimulatedWorld, id: string): Promise<unknown>;
  /** Our name of the status of a record that is deleted. */
  removed?: string;
  /** Whether the vendor's webhooks are sent. */
  switchWebhooks(world: SimulatedWorld, on: boolean): Promise<unknown>;
  /** The vendor forgets our address; absent where it never does. */
  forgetWebhook?(world: SimulatedWorld, account: VendorAccount): Promise<unknown>;
  /** The account's key stops working. @returns the account as it is connected again */
  revoke(world: SimulatedWorld, account: VendorAccount): Promise<{ restore(): Promise<VendorAccount> }>;
  /** Rights by the vendor's names, each with ours; empty where the vendor does not report them. */
  rights: readonly { flags: readonly string[]; right: CrmRight }[];
  setRight?(
    world: SimulatedWorld,
    account: VendorAccount,
    flags: readonly string[],
    isGranted: boolean,
  ): Promise<unknown>;
  /** A phone of one person in five spellings, as people of the business type it. */
  phones: readonly string[];
  /** The vendor's answer to too many calls. @param seconds the pause it asks for; null: it names none */
  tooFast(seconds: number | null): Answer;
  /** Creates one thing at the vendor by our key; absent where the product creates nothing there. */
  write?: {
    /** Part of the path of the call. */
    path: string;
    run(place: ProviderPlace, key: string): Promise<unknown>;
    /** How many there are. */
    count(world: SimulatedWorld, account: VendorAccount): Promise<number>;
  };
  /** Renewals of a token that the vendor accepts once; absent where there are none. */
  renewals?: {
    /** The token is over. */
    expire(world: SimulatedWorld, account: VendorAccount): Promise<unknown>;
    /** How often it was renewed since the last reset of the log. */
    count(world: SimulatedWorld): Promise<number>;
  };
};
