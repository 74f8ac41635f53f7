import type { Sim } from '../sim/sim.ts';
import { seedChatwoot } from './fixtures.ts';

export type Role = 'administrator' | 'agent';

export type User = {
  id: number;
  name: string;
  email: string;
  password: string;
  token: string;
  /** A second factor is asked for at the sign-in. */
  hasMfa: boolean;
  /** Sessions of browsers; at 25 a further sign-in is refused. */
  sessions: number;
  accounts: { id: number; role: Role }[];
};

export type Inbox = {
  id: number;
  name: string;
  channelType: 'Channel::WebWidget' | 'Channel::Api' | 'Channel::Whatsapp' | 'Channel::Telegram';
  webhookUrl: string | null;
  secret: string | null;
  identifier: string;
  botId: number | null;
};

export type Contact = {
  id: number;
  name: string;
  phone: string | null;
  email: string | null;
  identifier: string | null;
  /** Source ids by inbox. */
  inboxes: { inboxId: number; sourceId: string }[];
};

export type Status = 'open' | 'pending' | 'resolved' | 'snoozed';

export type Conversation = {
  /** The display id, counted per account. */
  id: number;
  inboxId: number;
  contactId: number;
  sourceId: string;
  status: Status;
  assigneeId: number | null;
  /** Epoch milliseconds. */
  createdAt: number;
  lastActivityAt: number;
  updatedAt: number;
};

export type File = { id: string; name: string; mime: string; base64: string };

export type MessageKind = 'incoming' | 'outgoing' | 'activity' | 'template';
export type Sender = { type: 'contact' | 'user' | 'agent_bot'; id: number };

export type Message = {
  id: number;
  conversationId: number;
  kind: MessageKind;
  content: string;
  isPrivate: boolean;
  sourceId: string | null;
  sender: Sender | null;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  externalError: string | null;
  contentType: string;
  contentAttributes: unknown;
  fileIds: string[];
  createdAt: number;
};

export type Bot = { id: number; name: string; outgoingUrl: string; token: string; secret: string | null };
export type AccountWebhook = { id: number; url: string; subscriptions: string[]; secret: string | null };

export type Account = {
  id: number;
  name: string;
  inboxes: Inbox[];
  contacts: Contact[];
  conversations: Conversation[];
  messages: Message[];
  bots: Bot[];
  webhooks: AccountWebhook[];
};

/**
 * @property legacyUnsigned an installation before 4.11: nothing has a secret
 * @property losesWebhooks nothing is posted any more, as if each call had timed out
 * @property losesNext so many of the next messages and changes are not posted to anybody
 */
export type ChatwootState = {
  users: User[];
  accounts: Account[];
  files: Record<string, File>;
  switches: { legacyUnsigned: boolean; losesWebhooks: boolean; losesNext: number };
};

/** The state of the service, seeded when it is first asked for. */
export function chatwootState(sim: Sim): ChatwootState {
  return (sim.state.services['chatwoot'] ??= seedChatwoot(sim.clock.now())) as ChatwootState; // NOTE: nobody else writes below this name
}

export function newSecret(sim: Sim): string | null {
  return chatwootState(sim).switches.legacyUnsigned ? null : sim.ids.token('chatwoot.secret', 24);
}

/** Ids of an installation are counted over all its accounts; those of the fixtures are below 1000. */
export const newId = (sim: Sim, kind: string): number => 1_000 + sim.ids.next(`chatwoot.${kind}`);
