/** Sentences of the dialogues of a made-up salon. `{…}` are filled in; a list has wordings that are used in turn. */
export type DialogueTexts = {
  /** Names of the staff, best first. */
  staff: readonly [string, string, string, string];
  bot: string;
  /** Services with their prices as they are said. */
  services: readonly (readonly [service: string, price: string])[];
  /** A day and a time that are offered, and the next ones. */
  times: readonly (readonly [first: string, second: string])[];
  client: {
    opens: readonly string[];
    details: readonly string[];
    picks: readonly string[];
    agrees: readonly string[];
    cancels: readonly string[];
    /** A client who gives orders to the one who judges. */
    orders: string;
  };
  own: {
    greeting: readonly string[];
    name: string;
    need: readonly string[];
    bare: readonly string[];
    price: readonly string[];
    noPrice: readonly string[];
    parking: readonly string[];
    two: readonly string[];
    one: readonly string[];
    confirms: readonly string[];
    noConfirm: readonly string[];
    upsell: readonly string[];
    cancelled: readonly string[];
    other: readonly string[];
    rude: readonly string[];
    next: readonly string[];
    bye: readonly string[];
    noEnd: readonly string[];
  };
  found: string;
  missing: string;
  unneeded: string;
  summary: string;
  /** Why a member of staff does not agree. */
  dispute: string;
};
