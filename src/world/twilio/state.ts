import type { Sim } from '../sim.ts';

export type Account = {
  sid: string;
  token: string;
  name: string;
  status: 'active' | 'suspended' | 'closed';
};

/** A number, or a messaging service that sends from the first number of the account. */
export type Sender = {
  kind: 'number' | 'service';
  sid: string;
  accountSid: string;
  /** E.164 of a number, SID of a service. */
  id: string;
  /** The number that people see. */
  phone: string;
  name: string;
  inboundUrl: string;
  /** Epoch milliseconds until which messages wait in its queue. */
  busyUntil: number;
};

export const OUT_STATUSES = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type OutStatus = (typeof OUT_STATUSES)[number];

export type Message = {
  sid: string;
  accountSid: string;
  direction: 'in' | 'out';
  /** E.164. */
  from: string;
  to: string;
  body: string;
  segments: number;
  serviceSid: string | null;
  callback: string | null;
  status: OutStatus | 'received';
  errorCode: number | null;
  /** Epoch milliseconds. */
  at: number;
  /** Twilio wrote it itself, e.g. to confirm a stop. */
  isAutomatic: boolean;
};

export type TwilioState = {
  accounts: Account[];
  senders: Sender[];
  messages: Message[];
  /** Pairs of a sender's number and a person's that said STOP. */
  stopped: string[];
  switches: { reorder: boolean; advancedOptOut: boolean };
};

/** The state of the service, seeded when it is first asked for. */
export function twilioState(sim: Sim): TwilioState {
  return (sim.state.services['twilio'] ??= seedTwilio()) as TwilioState; // NOTE: nobody else writes below this name
}

const BUSINESSES = [
  ['Студия Ромашка', '+79990000101', 'twilio-demo-token'],
  ['Студия Лаванда', '+79990000110', 'twilio-lavanda-token'],
  ['Aurora Beauty', '+995590000120', 'twilio-aurora-token'],
] as const;

function seedTwilio(): TwilioState {
  const accounts = BUSINESSES.map(([name, , token], index): Account => ({
    sid: `AC${idOf(index + 1)}`,
    token,
    name,
    status: 'active',
  }));
  const senders = accounts.flatMap((account, index): Sender[] => {
    const [, phone = ''] = BUSINESSES[index] ?? [];
    const common = { accountSid: account.sid, phone, name: account.name, inboundUrl: '', busyUntil: 0 };
    return [
      { ...common, kind: 'number', sid: `PN${idOf(index + 1)}`, id: phone },
      {
        ...common,
        kind: 'service',
        sid: `MG${idOf(index + 1)}`,
        id: `MG${idOf(index + 1)}`,
        name: `${account.name} SMS`,
      },
    ];
  });
  return { accounts, senders, messages: [], stopped: [], switches: { reorder: false, advancedOptOut: false } };
}

const idOf = (number: number) => String(number).padStart(32, '0');
