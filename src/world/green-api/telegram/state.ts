import type { Sim } from '../../sim/sim.ts';

export const PARTNER_TOKEN = 'greentg-demo-partner-token';

/** A Telegram account of a business, held by its own phone. */
export type Account = {
  name: string;
  /** Digits. */
  phone: string;
  chatId: number;
  /** The second factor; null: none. */
  password: string | null;
};

export const STATES = ['notAuthorized', 'pendingPassword', 'authorized', 'starting', 'suspended', 'blocked'] as const;
export type InstanceState = (typeof STATES)[number];

/** A session at the gateway. */
export type Instance = {
  id: number;
  token: string;
  state: InstanceState;
  /** Digits of the account that signs in or has signed in. */
  phone: string | null;
  code: { code: string; sentAt: number } | null;
  /** By the vendor's names; flags are `yes` and `no`. */
  settings: Record<string, string | number>;
  /** Signed in, but what happens in Telegram no longer reaches it. */
  isDeaf: boolean;
};

/** A message of one chat of an account; ids count within a chat. */
export type Message = {
  id: string;
  account: string;
  chatId: number;
  direction: 'in' | 'out';
  /** `api`: sent through the gateway · `app`: typed on the phone · `telegram`: Telegram itself. */
  by: 'person' | 'api' | 'app' | 'telegram';
  text: string;
  file: { url: string; name: string; mime: string; isFetched: boolean; base64?: string; isLate?: boolean } | null;
  quoted: string | null;
  status: 'queued' | 'sent' | 'read' | 'failed';
  problem: string | null;
  at: number;
};

export type GreenTelegramState = {
  accounts: Account[];
  instances: Instance[];
  messages: Message[];
  /** The next sends are refused with a flood wait of so many seconds. */
  floods: { seconds: number; left: number };
  /** Pairs of an account's phone and a person's chat id that blocked it. */
  blocked: string[];
  switches: { reorder: boolean };
};

/** The state of the service, seeded when it is first asked for. */
export function greenTelegram(sim: Sim): GreenTelegramState {
  return (sim.state.services['greentg'] ??= seed()) as GreenTelegramState; // NOTE: nobody else writes below this name
}

function seed(): GreenTelegramState {
  return {
    accounts: [
      { name: 'Студия Ромашка', phone: '79990000131', chatId: 6_000_000_131, password: null },
      { name: 'Студия Лаванда', phone: '79990001222', chatId: 6_000_001_222, password: 'лаванда-2fa' },
      { name: 'Aurora Beauty', phone: '995590000133', chatId: 6_000_000_133, password: null },
    ],
    instances: [],
    messages: [],
    floods: { seconds: 0, left: 0 },
    blocked: [],
    switches: { reorder: false },
  };
}

/** The chat of Telegram itself, in which sign-in codes come. */
export const TELEGRAM_CHAT = 777_000;

export function keepMessage(
  sim: Sim,
  message: Pick<Message, 'account' | 'chatId' | 'direction' | 'by' | 'text'> & Partial<Message>,
): Message {
  const stored: Message = {
    file: null,
    quoted: null,
    problem: null,
    status: 'sent',
    ...message,
    id: String(sim.ids.next(`greentg.${message.account}.${message.chatId}`) + 1_000_000),
    at: sim.clock.now(),
  };
  greenTelegram(sim).messages.push(stored);
  sim.changed('greentg');
  return stored;
}

/** The instance that is signed in to an account. */
export const instanceOf = (sim: Sim, phone: string): Instance | undefined =>
  greenTelegram(sim).instances.find((one) => one.phone === phone && one.state === 'authorized');
