import type { MarketplaceState } from '../marketplace/state.ts';

/** A country and the short sign of its money, e.g. `₾`. */
export type Country = { id: number; title: string; currency: string };

export type Company = {
  id: number;
  title: string;
  timezone: string;
  city: string;
  cityId: number;
  address: string;
  phone: string;
  country: Country;
  licenceActive: boolean;
  /** Rights taken away from our user; `*` takes the whole branch away. */
  denied: string[];
  hooks: WebhookSettings;
};

/** The settings of entity webhooks, with the vendor's own flags. */
export type WebhookSettings = { urls: string[]; active: number } & Record<WebhookFlag, number>;
export const WEBHOOK_FLAGS = [
  ...(['salon', 'service_category', 'service', 'good', 'master', 'client', 'record'] as const),
  ...(['goods_operations_sale', 'goods_operations_receipt', 'goods_operations_consumable'] as const),
  ...(['goods_operations_stolen', 'goods_operations_move', 'finances_operation'] as const),
] as const;
export type WebhookFlag = (typeof WEBHOOK_FLAGS)[number];

export type StaffMember = {
  id: number;
  companyId: number;
  name: string;
  specialization: string;
  positionId: number | null;
  rating: number;
  votes: number;
  fired: 0 | 1;
  hidden: 0 | 1;
};
export type Category = { id: number; companyId: number; title: string };
export type Service = {
  id: number;
  companyId: number;
  categoryId: number;
  title: string;
  price: number;
  lengthSeconds: number;
  staffIds: number[];
};
export type Client = {
  id: number;
  companyId: number;
  name: string;
  surname: string;
  patronymic: string;
  /** Digits; empty when unknown. */
  phone: string;
  email: string;
  sex: number;
  importance: number;
  discount: number;
  birthDate: string;
  comment: string;
  visits: number;
  spent: number;
  smsNot: 0 | 1;
  tags: { id: number; title: string; color: string }[];
  changedAt: number;
};
export type ServiceLine = {
  id: number;
  title: string;
  firstCost: number;
  cost: number;
  discount: number;
  amount: number;
};
export type Appointment = {
  id: number;
  visitId: number;
  companyId: number;
  staffId: number;
  lines: ServiceLine[];
  clientId: number | null;
  /** Wall time of the branch, `2026-01-20 18:30:00`. */
  date: string;
  lengthSeconds: number;
  /** 2 confirmed, 1 came, 0 waiting, -1 did not come. */
  attendance: number;
  comment: string;
  online: boolean;
  deleted: boolean;
  /** The id that the program which created it gave it; absent: none. */
  apiId?: string;
  createdAt: number;
  changedAt: number;
};
export type SalonUser = {
  id: number;
  login: string;
  password: string;
  token: string;
  name: string;
  companyIds: number[];
};

export type PlatformState = {
  partnerTokens: string[];
  users: SalonUser[];
  companies: Company[];
  staff: StaffMember[];
  categories: Category[];
  services: Service[];
  clients: Client[];
  records: Appointment[];
  lastRecordId: number;
  lastVisitId: number;
  lastClientId: number;
  webhooksEnabled: boolean;
  hooksSettingsSupported: boolean;
  datetimeOffsetBug: boolean;
  marketplace: MarketplaceState;
  /** Texts the platform itself sent because a write did not say `send_sms: false`. */
  platformSms: { recordId: number; at: string }[];
};

export const isActive = ({ fired, hidden }: StaffMember) => fired === 0 && hidden === 0;

/** The instant of a wall time in a branch, epoch milliseconds. */
export function instantOf(date: string, timezone: string): number {
  return Temporal.PlainDateTime.from(date.replace(' ', 'T')).toZonedDateTime(timezone).epochMilliseconds;
}

/** The wall time of a branch, `2026-01-20 18:30:00`. */
export function wallTime(at: number, timezone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toZonedDateTimeISO(timezone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
