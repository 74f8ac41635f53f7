import type { Sim } from '../sim/sim.ts';

export type Account = {
  id: string;
  name: string;
  username: string;
  password: string;
  /** A token made in the cabinet: it does not expire. */
  ownToken: string;
  /** Tokens of logins, each with the calls it still allows. */
  tokens: Record<string, number>;
  /** Roubles. */
  balance: number;
  isBlocked: boolean;
  senderNames: { name: string; type: string; status: 'approved' | 'moderation' | 'rejected' }[];
};

export const SENDING_STATUSES = ['pending', 'processing', 'sent', 'delivered', 'failed', 'expired'] as const;
export type SendingStatus = (typeof SENDING_STATUSES)[number];

export type Sending = {
  id: string;
  accountId: string;
  sender: string;
  recipient: string;
  text: string;
  parts: number;
  /** Roubles. */
  price: number;
  status: SendingStatus;
  error: string | null;
  /** Epoch milliseconds. */
  at: number;
};

/** @property tokenCalls how many calls the token of a login allows */
export type SigmaState = { accounts: Account[]; sendings: Sending[]; switches: { tokenCalls: number } };

/** The state of the service, seeded when it is first asked for. */
export function sigmaState(sim: Sim): SigmaState {
  return (sim.state.services['sigma'] ??= seedSigma()) as SigmaState; // NOTE: nobody else writes below this name
}

const BUSINESSES = [
  ['Студия Ромашка', 'romashka', 'ROMASHKA'],
  ['Студия Лаванда', 'lavanda', 'LAVANDA'],
  ['Aurora Beauty', 'aurora', 'AURORA'],
  // The deployment's own account.
  ['Frontdesk', 'frontdesk', 'FRONTDESK'],
] as const;

function seedSigma(): SigmaState {
  const accounts = BUSINESSES.map(([name, login, sender], index) =>
    anAccount(index, { name, username: `${login}@example.test`, sender }),
  );
  return { accounts, sendings: [], switches: { tokenCalls: 200 } };
}

/** An account with a sender name that may be used, and two that may not. */
export function anAccount(
  index: number,
  { name, username, sender }: { name: string; username: string; sender: string },
): Account {
  const [login = ''] = username.split('@');
  return {
    id: `${(index % 9) + 1}0000000-0000-4000-8000-${String(Math.floor(index / 9) + 1).padStart(12, '0')}`,
    name,
    username,
    password: `sigma-${login}-password`,
    ownToken: `sigma-${login}-token`,
    tokens: {},
    balance: 1_000,
    isBlocked: false,
    senderNames: [
      { name: sender, type: 'sms', status: 'approved' },
      { name: `${sender}-NEW`.slice(0, 11), type: 'sms', status: 'moderation' },
      { name: `${sender}-V`, type: 'viber', status: 'approved' },
    ],
  };
}
