import type { Sim } from '../sim/sim.ts';

export type Bot = {
  userId: number;
  token: string;
  username: string;
  name: string;
  /** People can open it; until then its token is refused. */
  isModerated: boolean;
  subscription: { url: string; secret: string | null; updateTypes: string[] | null } | null;
};

export type Button = { type: string; text: string; payload?: string | undefined; url?: string | undefined };
export type Attachment = { type: 'image' | 'video' | 'audio' | 'file'; url: string | null; name: string | null };

export type Message = {
  mid: string;
  botId: number;
  /** The person's user id; the dialog of the two is `chatId`. */
  userId: number;
  direction: 'in' | 'out';
  /** Epoch milliseconds. */
  at: number;
  text: string;
  format: string | null;
  attachment: Attachment | null;
  contact: { phone: string; userId: number; name: string } | null;
  buttons: Button[][];
  replyTo: string | null;
};

export type Dialog = { botId: number; userId: number; chatId: number; isStarted: boolean; isStopped: boolean };

/** A file of a bot. `attempts`: how often it was attached before it was ready. */
export type Upload = {
  token: string;
  type: string;
  name: string;
  mime: string;
  base64: string | null;
  attempts: number;
};

export type Tap = { id: string; botId: number; userId: number; mid: string; payload: string; isAnswered: boolean };

export type MaxState = {
  bots: Bot[];
  dialogs: Record<string, Dialog>;
  messages: Message[];
  uploads: Record<string, Upload>;
  taps: Tap[];
  files: Record<string, { mime: string; base64: string; name: string }>;
};

/** The state of the service, seeded when it is first asked for. */
export function maxState(sim: Sim): MaxState {
  return (sim.state.services['max'] ??= seedMax()) as MaxState; // NOTE: nobody else writes below this name
}

const BUSINESSES = [
  ['romashka', 'Студия Ромашка'],
  ['lavanda', 'Студия Лаванда'],
  ['shafran', 'Чайхана Шафран'],
  ['klinika', 'Клиника «Здоровье»'],
] as const;

function seedMax(): MaxState {
  const bots = BUSINESSES.map(([login, name], index) => aBot(index, `max-${login}-token`, `${login}_bot`, name));
  return { bots, dialogs: {}, messages: [], uploads: {}, taps: [], files: {} };
}

export function aBot(index: number, token: string, username: string, name: string): Bot {
  return { userId: 90_000_001 + index, token, username, name, isModerated: true, subscription: null };
}

export function dialogOf(sim: Sim, botId: number, userId: number): Dialog {
  return (maxState(sim).dialogs[`${botId}:${userId}`] ??= {
    botId,
    userId,
    chatId: 70_000_000_000 + (userId % 1_000_000_000),
    isStarted: false,
    isStopped: false,
  });
}

type NewMessage = Pick<Message, 'botId' | 'userId' | 'direction' | 'text'> & Partial<Message>;

export function keepMessage(sim: Sim, message: NewMessage): Message {
  const stored: Message = {
    format: null,
    attachment: null,
    contact: null,
    buttons: [],
    replyTo: null,
    at: sim.clock.now(),
    ...message,
    mid: `mid.${sim.ids.hex('max.message', 32)}`,
  };
  maxState(sim).messages.push(stored);
  sim.changed('max');
  return stored;
}
