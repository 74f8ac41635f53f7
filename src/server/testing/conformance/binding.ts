import type { Channel, ChannelKind, ConnectBody } from '#contract/channels/calls.ts';
import type { TestServer } from '#server/testing/server/http.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

/** An answer of the vendor, in its own format. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** @property join joins the channel of a new cabinet with a phone of the simulated world, until it works */
export type PersonConnects = {
  kind: ChannelKind;
  join: (place: { server: TestServer; world: SimulatedWorld; token: string }) => Promise<Channel>;
};

export type PersonFile = { base64: string; mime: string; name: string; isLate?: boolean };

export type ScenarioName =
  | 'once'
  | 'lost_answer'
  | 'unreadable_answer'
  | 'slow_answer'
  | 'pause'
  | 'busy'
  | 'statuses'
  | 'revoked_key'
  | 'taken_webhook'
  | 'refused_attachment'
  | 'refused_template'
  | 'restart'
  | 'leaving'
  | 'refused_opt_out'
  | 'unknown_recipient'
  | 'file'
  | 'late_file'
  | 'script'
  | 'large_file'
  | 'own_phone'
  | 'read_mark'
  | 'repeated_webhook';

/** One kind of channel and its simulator, as the suite uses them. */
export type Binding = {
  /** The scenarios that do not apply to the kind, each with the reason. */
  skips: Partial<Record<ScenarioName, string>>;
  /** Credentials, or a person who connects it with their phone. */
  connect: ConnectBody | PersonConnects;
  /** The simulator's name in the world's control API. */
  service: string;
  /** Part of the path of every send. */
  sends: string;
  /** The vendor's refusals. */
  answers: {
    /** @param seconds the pause it asks for; null: it names none */
    tooFast(seconds: number | null): Answer;
    unknownRecipient: Answer;
    /** The contact has left the channel; absent where the vendor never says so. */
    optedOut?: Answer;
    /** The channel's own key is refused. */
    wrongKey: Answer;
    /** An attachment it does not take; absent where the channel carries none. */
    mediaTooLarge?: Answer;
    /** A template it does not know; absent where the channel has none. */
    templateRefused?: Answer;
  };
  /** Signs a body of our own as the vendor does; absent where its posts have no signature. */
  sign?(post: { url: string; body: string }): Record<string, string>;
  /** A person writes to the channel; absent where nobody can. */
  write?(world: SimulatedWorld, text: string): Promise<unknown>;
  /**
   * A person sends a file to the channel; absent where the simulator cannot.
   * @param file isLate: the vendor has it only after it has posted the message
   */
  writeFile?(world: SimulatedWorld, file: PersonFile): Promise<unknown>;
  /** Whether the vendor may post a message before it has the file. */
  hasLateFiles?: true;
  /** Somebody of the business writes to the person on the channel's own phone; absent where it has none. */
  typeOnPhone?(world: SimulatedWorld, text: string): Promise<unknown>;
  /** The person stops the channel's messages by the messenger's own means. */
  leave?(world: SimulatedWorld): Promise<unknown>;
  /** The texts that the person got from us, oldest first. */
  received(world: SimulatedWorld): Promise<string[]>;
  /** The person's texts that the vendor shows as read; absent where it shows none. */
  shownAsRead?(world: SimulatedWorld): Promise<string[]>;
  /** The vendor reports a status of a message now; absent where it reports none. */
  report?(world: SimulatedWorld, providerMessageId: string, status: 'sent' | 'delivered' | 'read'): Promise<unknown>;
};

/** The person of every scenario. */
export const PERSON = '79160000001';
