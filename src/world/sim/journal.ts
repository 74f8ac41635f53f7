/** The simulated services. */
export const CHANNELS = [
  'yclients',
  'altegio',
  'iiko',
  'amo',
  'd360',
  'graph',
  'tg',
  'google',
  'mail',
  'twilio',
  'greenapi',
  'evolution',
  'greentg',
  'sigma',
  'max',
  'medflex',
  'chatwoot',
  'shopify',
  'model',
  'yookassa',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** A request that a service has received. */
export type Entry = {
  id: number;
  at: string;
  channel: Channel;
  method: string;
  path: string;
  query: unknown;
  headers: Record<string, unknown>;
  body: unknown;
  status: number;
  ms: number;
  fault: string | null;
};

/** A field in a request that the vendor does not know. */
export type Warning = { at: string; channel: Channel; method: string; path: string; field: string };

/** Requests to the services, for tests to assert on and for people to read. */
export type Journal = {
  /** Notes a request; its status and time are filled in when it has been answered. */
  add(entry: Omit<Entry, 'id'>): Entry;
  warn(warning: Warning): void;
  entries(filter: { channel?: string; path?: string; limit?: number }): Entry[];
  warnings(channel?: string): Warning[];
  clear(channel?: string): void;
  clearWarnings(): void;
};

const MAX_ENTRIES = 20_000;

export function createJournal(): Journal {
  let entries: Entry[] = [];
  let warnings: Warning[] = [];
  let lastId = 0;

  return {
    add: (entry) => {
      const noted = { id: ++lastId, ...entry };
      entries.push(noted);
      if (entries.length > MAX_ENTRIES * 1.2) entries = entries.slice(-MAX_ENTRIES);
      return noted;
    },
    warn: (warning) => {
      warnings.push(warning);
      if (warnings.length > MAX_ENTRIES) warnings = warnings.slice(-MAX_ENTRIES / 2);
    },
    entries: ({ channel, path, limit }) => {
      const wanted = entries.filter(
        (entry) => (!channel || entry.channel === channel) && (!path || entry.path.includes(path)),
      );
      return limit ? wanted.slice(-limit) : wanted.slice(-MAX_ENTRIES);
    },
    warnings: (channel) => warnings.filter((warning) => !channel || warning.channel === channel),
    clear: (channel) => {
      entries = channel ? entries.filter((entry) => entry.channel !== channel) : [];
    },
    clearWarnings: () => {
      warnings = [];
    },
  };
}
