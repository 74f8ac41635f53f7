import type { Sim } from '../sim/sim.ts';

/** A gateway that links numbers by QR code. */
export const GATEWAYS = ['greenapi', 'evolution'] as const;
export type Gateway = (typeof GATEWAYS)[number];

/** A business's own phone with WhatsApp on it. */
export type BusinessPhone = {
  /** Digits with the country code. */
  number: string;
  name: string;
};

/** A linked device, or one that waits to be linked: a gateway's session. */
export type Session = {
  gateway: Gateway;
  id: string;
  token: string;
  state: 'notAuthorized' | 'starting' | 'authorized' | 'blocked';
  /** The number it is linked to; stays after a log out from the gateway's side, as vendors keep it. */
  number: string | null;
  linkedAt: number | null;
  /** Text of the QR code, when it was made, and when someone last asked for it. */
  code: string | null;
  codeAt: number;
  shownAt: number;
  /** The phone for which a code to enter was requested, digits; the code, and when it was made. */
  phoneCode: { number: string; code: string; at: number } | null;
  /** Codes shown since it was last restarted. */
  codeCount: number;
  webhookUrl: string;
  /** It was signed out, and shows no codes until it is restarted; only some gateways do so. */
  isClosed: boolean;
  /** The gateway's own settings. */
  settings: Record<string, unknown>;
  /** Connected, but nothing of WhatsApp's comes in. */
  isDeaf: boolean;
  /** Whether a restart ends that. */
  healsOnRestart: boolean;
};

export const STATUSES = ['accepted', 'sent', 'delivered', 'read', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * A file. `link` is empty for one that a person sent to a gateway without a storage of its own; `base64` is known of
 * those that people send.
 */
export type Media = {
  kind: 'image' | 'document' | 'audio' | 'video';
  link: string;
  name: string | null;
  mime: string;
  base64?: string;
  /** The gateway does not have it yet when it posts the message. */
  isLate?: boolean;
};

export type Message = {
  id: string;
  number: string;
  /** The other side's phone, digits; the number itself for a message to itself. */
  phone: string;
  /** `in`: from the person. `out`: from the business. */
  direction: 'in' | 'out';
  /** Which session sent it; null: it was typed on the phone, or by the person. */
  sessionId: string | null;
  at: number;
  text: string | null;
  buttons: { kind: 'reply' | 'url' | 'call'; id: string; title: string }[];
  /** The button that was tapped. */
  tapped: { id: string; title: string } | null;
  media: Media | null;
  quoted: string | null;
  status: Status;
  error: { code: string; title: string } | null;
};

export type WhatsAppState = { phones: BusinessPhone[]; sessions: Session[]; messages: Message[] };

/** The state of WhatsApp, seeded when it is first asked for. */
export function whatsAppState(sim: Sim): WhatsAppState {
  return (sim.state.services['whatsapp'] ??= seed()) as WhatsAppState; // NOTE: nobody else writes below this name
}

const PHONES: readonly BusinessPhone[] = [
  { number: '79990000201', name: 'Студия Ромашка' },
  { number: '79990000210', name: 'Студия Лаванда' },
  { number: '995590000220', name: 'Aurora Beauty' },
  { number: '79990000230', name: 'Тесто и угли' },
  { number: '79990000240', name: 'Чайхана Шафран' },
  { number: '447700900250', name: 'Daisy Studio' },
  { number: '5511990000260', name: 'Estúdio Margarida' },
  { number: '380670000270', name: 'Студія Волошка' },
];

const seed = (): WhatsAppState => ({ phones: structuredClone([...PHONES]), sessions: [], messages: [] });
