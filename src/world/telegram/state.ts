export type InlineButton = { text: string; callback_data?: string; url?: string };
export type BotMessage = {
  id: number;
  botId: number;
  chatId: number;
  direction: 'in' | 'out' | 'service';
  /** Epoch milliseconds. */
  at: number;
  text: string | null;
  parseMode: string | null;
  /** Rows of inline buttons. */
  buttons: InlineButton[][];
  /** A reply keyboard under the input field; null when the message does not change it. */
  keyboard: { text: string; requestContact: boolean }[][] | null;
  media: {
    kind: 'photo' | 'document' | 'video' | 'audio' | 'voice' | 'contact';
    fileId: string | null;
    link: string | null;
    filename: string | null;
  } | null;
  replyTo: number | null;
  protected: boolean;
};

export type Update = { update_id: number } & Record<string, unknown>;
export type Webhook = {
  url: string;
  secretToken: string | null;
  allowedUpdates: string[] | null;
  maxConnections: number;
  /** Epoch milliseconds; failures of before are forgotten. */
  setAt: number;
};
export type Bot = {
  id: number;
  token: string;
  username: string;
  name: string;
  revoked: boolean;
  webhook: Webhook | null;
  /** Updates that the product does not have yet. */
  pending: Update[];
};
export type BotChat = {
  botId: number;
  chatId: number;
  started: boolean;
  blocked: boolean;
  /** The person's privacy settings refuse voice messages. */
  refusesVoices?: boolean;
  nextMessageId: number;
  messages: BotMessage[];
};
export type CallbackQuery = {
  id: string;
  botId: number;
  chatId: number;
  messageId: number;
  data: string;
  at: number;
  /** The text shown in answer to the tap; null while the button spins. */
  answer: { text: string; alert: boolean } | null;
};
export type TelegramFile = { fileId: string; path: string; mime: string; base64: string };

export type TelegramState = {
  bots: Bot[];
  chats: Record<string, BotChat>;
  queries: Record<string, CallbackQuery>;
  files: Record<string, TelegramFile>;
};

export function seedTelegram(): TelegramState {
  return {
    bots: [
      aBot('700000001:DEMO-bot-token', 'romashka_salon_bot', 'Студия Ромашка'),
      aBot('700000002:LAVANDA-bot-token', 'lavanda_salon_bot', 'Студия Лаванда'),
      aBot('700000003:AURORA-bot-token', 'aurora_beauty_bot', 'Aurora Beauty'),
      aBot('700000004:SHAFRAN-bot-token', 'shafran_food_bot', 'Чайхана Шафран'),
      aBot('700000005:UGLI-bot-token', 'ugli_pizza_bot', 'Тесто и угли'),
      aBot('700000006:DAISY-bot-token', 'daisy_studio_bot', 'Daisy Studio'),
      aBot('700000007:MARGARIDA-bot-token', 'estudio_margarida_bot', 'Estúdio Margarida'),
      aBot('700000008:VOLOSHKA-bot-token', 'studia_voloshka_bot', 'Студія Волошка'),
      aBot('700000009:RYABINA-bot-token', 'klinika_ryabina_bot', 'Клиника Рябина'),
      aBot('700000010:ROWAN-bot-token', 'rowan_clinic_bot', 'Rowan Clinic'),
      aBot('700000011:IPE-bot-token', 'clinica_ipe_bot', 'Clínica Ipê'),
      aBot('700000012:KALYNA-bot-token', 'klinika_kalyna_bot', 'Клініка Калина'),
    ],
    chats: {},
    queries: {},
    files: {},
  };
}

export function aBot(token: string, username: string, name: string): Bot {
  return {
    id: Number(token.split(':')[0]),
    token,
    username,
    name,
    revoked: false,
    webhook: null,
    pending: [],
  };
}

export function botChat(state: TelegramState, botId: number, chatId: number): BotChat {
  return (state.chats[`${botId}:${chatId}`] ??= {
    botId,
    chatId,
    started: false,
    blocked: false,
    nextMessageId: 1,
    messages: [],
  });
}

export function keepMessage(chat: BotChat, message: Omit<BotMessage, 'id' | 'botId' | 'chatId'>): BotMessage {
  const stored = { id: chat.nextMessageId++, botId: chat.botId, chatId: chat.chatId, ...message };
  chat.messages.push(stored);
  return stored;
}

export const PLAIN = {
  text: null,
  parseMode: null,
  buttons: [],
  keyboard: null,
  media: null,
  replyTo: null,
  protected: false,
} as const satisfies Partial<BotMessage>;
