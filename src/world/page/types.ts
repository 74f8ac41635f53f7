/** Answers of the world's control calls, as far as the page shows them. */
export type Clock = {
  now: string;
  offsetMs: number;
  factor: number;
  product: { connected: boolean; nextEvents: Record<string, { at: string; title: string }> } | null;
};
export type About = { productUrl: string | null; url: string; seed: string };
/** The booking systems; also their names in the control calls. */
export const VENDORS = ['yclients', 'altegio'] as const;
export type Vendor = (typeof VENDORS)[number];
export type BusinessKeys = Record<Vendor, { login: string; password: string; branches: string[] } | null> & {
  name: string;
  iiko: { apiLogin: string | null; apiKey: string | null; organizations: string[] } | null;
  dialog360: { key: string; phone: string } | null;
  telegram: { token: string; username: string } | null;
  others: { label: string; value: string }[];
  isTaken: boolean;
};
export type Person = { phone: string | null; name: string; userId: string; chatId: number };

export type Company = {
  vendor: Vendor;
  id: number;
  title: string;
  country: { currency: string };
  timezone: string;
  city: string;
  licenceActive: boolean;
  denied: string[];
};
export type StaffMember = { id: number; companyId: number; name: string; specialization: string };
export type Service = {
  id: number;
  companyId: number;
  title: string;
  price: number;
  lengthSeconds: number;
  staffIds: number[];
};
export type Client = { id: number; companyId: number; name: string; surname: string; phone: string; visits: number };
export type Attendance = -1 | 0 | 1 | 2;
export type Visit = {
  id: number;
  companyId: number;
  staffId: number;
  clientId: number | null;
  lines: { title: string; cost: number }[];
  /** Wall time of the branch, `2026-01-20 18:30:00`. */
  date: string;
  startsAt: string;
  lengthSeconds: number;
  attendance: Attendance;
  comment: string;
  deleted: boolean;
};
export type Salon = {
  companies: Company[];
  staff: StaffMember[];
  services: Service[];
  clients: Client[];
  records: Visit[];
  switches: { webhooksEnabled: boolean; datetimeOffsetBug: boolean };
};

/** The vendor's app store, with our application and the owners' branches. */
export type AppStoreBranch = {
  companyId: number;
  ownerId: number | null;
  title: string;
  city: string;
  status: 'pending' | 'active' | 'freeze' | 'uninstalled' | null;
};
export type AppStore = { application: { id: number; title: string }; branches: AppStoreBranch[] };

export type WaStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed';
export type WaMessage = {
  id: string;
  direction: 'in' | 'out';
  type: string;
  at: string;
  header: string | null;
  text: string | null;
  footer: string | null;
  buttons: { kind: 'reply' | 'url' | 'call' | 'list'; id: string; title: string }[];
  media: { kind: string; link: string | null; mediaId: string | null; filename: string | null } | null;
  templateName: string | null;
  quoted: string | null;
  status: WaStatus;
  error: { code: number; title: string } | null;
};
export type WaChat = {
  phoneNumberId: string;
  phone: string | null;
  windowUntil: string | null;
  messages: WaMessage[];
};
export type WhatsAppState = {
  numbers: {
    phoneNumberId: string;
    phone: string;
    name: string;
    webhook: { url: string } | null;
    /** A business's own phone, that a gateway is linked to. */
    isLinked?: boolean;
  }[];
  chats: WaChat[];
  reorder: boolean;
  syncWindowErrors: boolean;
};

/** Businesses' own phones with WhatsApp, and the QR codes on screens now. */
export type LinkedWhatsApp = Pick<WhatsAppState, 'numbers' | 'chats'> & {
  phones: { number: string; name: string; devices: { id: string; at: string }[] }[];
  screens: { id: string; code: string; picture: string }[];
};

export type TgMessage = {
  id: number;
  direction: 'in' | 'out' | 'service';
  at: string;
  text: string | null;
  parseMode: string | null;
  buttons: { text: string; callback_data?: string; url?: string }[][];
  keyboard: { text: string; requestContact: boolean }[][] | null;
  media: { kind: string; fileId: string | null; link: string | null; filename: string | null } | null;
  /** The data of the buttons that were tapped and not yet answered. */
  spinning: string[];
};
export type TgChat = {
  botId: number;
  chatId: number;
  phone: string | null;
  started: boolean;
  blocked: boolean;
  messages: TgMessage[];
};
export type TelegramState = {
  bots: { id: number; username: string; name: string; webhook: { url: string } | null; revoked: boolean }[];
  chats: TgChat[];
  queries: { id: string; botId: number; chatId: number; at: number; answer: { text: string; alert: boolean } | null }[];
};

/** A phone of a service that carries text alone. */
/** A phone of any service that brings its own along. */
export type TextPhoneState = {
  service: string;
  title: string;
  skin: 'text' | 'whatsapp';
  canAnswer: boolean;
  senders: { id: string; name: string; isConnected: boolean }[];
  chats: { sender: string; phone: string; messages: TextMessage[] }[];
};
export type TextMessage = {
  id: string;
  direction: 'in' | 'out';
  at: string;
  text: string;
  buttons: { kind: 'reply' | 'url' | 'call'; title: string; target: string }[];
  imageUrl: string | null;
  file: { name: string; url: string; kind?: string } | null;
  status: 'waiting' | 'arrived' | 'failed';
  note: string | null;
};

/** Accounts of a service that cabinets write from, and how they stop to work. */
export type AccountKind = {
  service: string;
  title: string;
  death: 'key' | 'session' | 'account';
  accounts: { id: string; name: string; address: string; isAlive: boolean }[];
};

export type Letter = {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

export type LogEntry = {
  id: number;
  at: string;
  channel: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
  status: number;
  ms: number;
  fault: string | null;
};
export type Dispatch = {
  id: string;
  channel: string;
  url: string;
  body: string;
  headers: Record<string, string>;
  state: 'pending' | 'delivered' | 'given-up';
  attempts: number;
  lastStatus: number | null;
  firstAt: string;
  nextAttemptAt: string | null;
};
export type Warning = { at: string; channel: string; method: string; path: string; field: string };
export type Fault = {
  id: number;
  channel: string;
  match: string | null;
  action: string;
  status: number;
  left: number | null;
};
export type Behaviour = { latencyMs: number; statusDelayMs: number; statuses: 'on' | 'off' };
