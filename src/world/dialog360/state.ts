/** A WhatsApp number of a business. */
export type WabaNumber = {
  key: string;
  phone: string;
  phoneNumberId: string;
  wabaId: string;
  name: string;
  /** Signs 360dialog's webhooks; null sends them unsigned. */
  platformSecret: string | null;
  graphToken: string;
  appSecret: string;
  /** In use in the phone's app too; such numbers are slower. */
  coexistence: boolean;
  /** The text with which 360dialog refuses, e.g. unpaid invoices. */
  disabled: string | null;
  /** Its API key is no longer valid. */
  isRevoked?: boolean;
  /** Meta's rating of the number. */
  quality?: 'GREEN' | 'YELLOW' | 'RED';
  /** People its portfolio may write to first in 24 hours, e.g. `TIER_2K`; numbers of one portfolio share it. */
  messagingLimit?: string;
  portfolioId?: string;
  webhook: { url: string; headers: Record<string, string> } | null;
  destinations: string[];
  /** Subscription in Meta's own dialect. */
  meta: { url: string; verifyToken: string } | null;
};

export type TemplateStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'LOCKED'
  | 'DELETED';
export type TemplateButton = { type: string; text: string; url?: string; phone_number?: string; example?: unknown };
export type TemplateComponent = {
  type: string;
  format?: string;
  text?: string;
  example?: unknown;
  buttons?: TemplateButton[];
};
export type Template = {
  id: string;
  wabaId: string;
  name: string;
  language: string;
  category: string;
  status: TemplateStatus;
  rejectedReason: string;
  components: TemplateComponent[];
  /** Meta's rating: UNKNOWN until enough messages were sent. */
  quality?: string;
  /** Epoch milliseconds of changes while it was approved. */
  edits?: number[];
  /** Epoch milliseconds; its name is blocked for 30 days. */
  deletedAt?: number;
};

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
export type Button = { kind: 'reply' | 'url' | 'call' | 'list'; id: string; title: string };
export type MessageMedia = {
  kind: string;
  mime: string | null;
  link: string | null;
  mediaId: string | null;
  caption: string | null;
  filename: string | null;
};
export type Message = {
  id: string;
  phoneNumberId: string;
  userId: string;
  direction: 'in' | 'out';
  type: string;
  /** Epoch milliseconds. */
  at: number;
  header: string | null;
  text: string | null;
  footer: string | null;
  buttons: Button[];
  media: MessageMedia | null;
  templateName: string | null;
  ref: string | null;
  quoted: string | null;
  status: MessageStatus;
  error: { code: number; title: string } | null;
};

export type Chat = {
  phoneNumberId: string;
  userId: string;
  lastInboundAt: number | null;
  messageIds: string[];
};
export type StoredMedia = {
  id: string;
  mime: string;
  base64: string;
  filename: string | null;
  linkMadeAt: number | null;
};

export type D360State = {
  numbers: WabaNumber[];
  templates: Template[];
  wabaWebhooks: Record<string, string>;
  messages: Record<string, Message>;
  chats: Record<string, Chat>;
  media: Record<string, StoredMedia>;
  hubTokens: string[];
  reorder: boolean;
  syncWindowErrors: boolean;
};

export function chatOf(state: D360State, phoneNumberId: string, userId: string): Chat {
  const key = `${phoneNumberId}:${userId}`;
  return (state.chats[key] ??= { phoneNumberId, userId, lastInboundAt: null, messageIds: [] });
}

export function keepMessage(state: D360State, message: Message): void {
  state.messages[message.id] = message;
  chatOf(state, message.phoneNumberId, message.userId).messageIds.push(message.id);
}

const WINDOW_MS = 24 * 3_600_000;

/** When the customer service window of a chat closes, epoch milliseconds; 0 when none was opened. */
export function windowUntil(chat: Chat): number {
  return chat.lastInboundAt === null ? 0 : chat.lastInboundAt + WINDOW_MS;
}
