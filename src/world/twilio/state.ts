import type { Sim } from '../sim/sim.ts';
import { seedContents } from './contents-seed.ts';

export const REGIONS = ['us1', 'ie1', 'au1'] as const;
type Region = (typeof REGIONS)[number];

export type Account = {
  sid: string;
  token: string;
  name: string;
  status: 'active' | 'suspended' | 'closed';
  /** US dollars. */
  balance: number;
  /** Test credentials send nothing. */
  isTest: boolean;
  /** Where its token was made: the address without a region is that of `us1`. */
  region: Region;
};

/** A number, a WhatsApp sender, or a messaging service that sends from the account's number and WhatsApp sender. */
export type Sender = {
  kind: 'number' | 'whatsapp' | 'service';
  sid: string;
  accountSid: string;
  /** E.164 of a number, `whatsapp:` and E.164 of a WhatsApp sender, SID of a service. */
  id: string;
  /** The number that people see. */
  phone: string;
  name: string;
  inboundUrl: string;
  /** Epoch milliseconds until which messages wait in its queue. */
  busyUntil: number;
};

export const OUT_STATUSES = ['queued', 'sending', 'sent', 'delivered', 'read', 'undelivered', 'failed'] as const;
export type OutStatus = (typeof OUT_STATUSES)[number];

export type Message = {
  sid: string;
  accountSid: string;
  direction: 'in' | 'out';
  /** E.164, with `whatsapp:` before it on WhatsApp. */
  from: string;
  to: string;
  body: string;
  buttons: Button[];
  mediaUrl: string | null;
  /** By the answer of the address; absent until it was fetched. */
  mediaMime?: string | null;
  contentSid: string | null;
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

export type Button = { kind: 'reply' | 'url' | 'call'; title: string; target: string };

export const APPROVALS = ['unsubmitted', 'received', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;

/** A content template, and WhatsApp's decision about it. */
export type Content = {
  sid: string;
  accountSid: string;
  friendlyName: string;
  language: string;
  variables: Record<string, string>;
  types: Record<string, Record<string, unknown>>;
  approval: { name: string; category: string; status: (typeof APPROVALS)[number]; reason: string };
};

export type TwilioState = {
  accounts: Account[];
  senders: Sender[];
  messages: Message[];
  /** Pairs of a sender's number and a person's that said STOP. */
  stopped: string[];
  contents: Content[];
  /** Files that people sent, by their path below the account. */
  files: Record<string, { mime: string; base64: string }>;
  /** When a person last wrote to a WhatsApp sender, by the pair; epoch milliseconds. */
  lastInbound: Record<string, number>;
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
    balance: 50,
    isTest: false,
    region: 'us1',
  }));
  const senders = accounts.flatMap((account, index): Sender[] => {
    const [, phone = ''] = BUSINESSES[index] ?? [];
    const common = { accountSid: account.sid, phone, name: account.name, inboundUrl: '', busyUntil: 0 };
    return [
      { ...common, kind: 'number', sid: `PN${idOf(index + 1)}`, id: phone },
      { ...common, kind: 'whatsapp', sid: `XE${idOf(index + 1)}`, id: `whatsapp:${phone}` },
      {
        ...common,
        kind: 'service',
        sid: `MG${idOf(index + 1)}`,
        id: `MG${idOf(index + 1)}`,
        name: `${account.name} SMS`,
      },
    ];
  });
  return {
    accounts,
    senders,
    messages: [],
    stopped: [],
    contents: accounts.flatMap(({ sid }, index) => seedContents(sid, index)),
    files: {},
    lastInbound: {},
    switches: { reorder: false, advancedOptOut: false },
  };
}

const idOf = (number: number) => String(number).padStart(32, '0');
