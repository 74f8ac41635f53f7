import type { PaidItem } from '#contract/billing/calls.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A payment as the bank is asked to open it. */
export type PaymentOrder = {
  /** Our id, by which the bank's payment is matched. */
  id: string;
  /** The same one opens one payment, however often it is sent within a day. */
  key: string;
  tenantId: string;
  amountMinor: number;
  currency: PriceCurrency;
  /** One line that the payer reads. */
  description: string;
  returnUrl: string;
  /** The payer's, for the receipt. */
  email: string;
  /** Whether the card that pays may be charged later. */
  savesCard: boolean;
  /** The bank's id of a saved card, which is charged without a page; null: the payer pays on the bank's page. */
  methodId: string | null;
};

/** A card that may be charged without its holder, as the bank has it. */
export type BankCard = {
  /** The bank's id, by which it is charged. */
  providerId: string;
  /** Only an `active` one may be charged. */
  status: 'pending' | 'active' | 'canceled';
  brand: string | null;
  lastDigits: string | null;
  /** The page on which it is bound, while it is pending. */
  bindUrl: string | null;
};

/** A binding as the bank is asked to open it: `id` is ours, and opens one however often it is sent within a day. */
export type CardOrder = { id: string; returnUrl: string };

/** A payment as the bank has it. */
export type BankPayment = {
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amountMinor: number;
  currency: string;
  /** Our id, as the bank returns it. */
  orderId: string | null;
  payUrl: string | null;
  /** The reason of a canceled one. */
  reason: string | null;
  /** The card that was saved with it. */
  card: BankCard | null;
};

/** `refused`: certainly not opened · `unknown`: it may have been opened, or the bank is away. */
export type BankResult =
  | { kind: 'payment'; payment: BankPayment }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; text: string };

/** Money to be returned of a payment. */
export type RefundOrder = {
  /** Our id; the same one returns the money once, however often it is sent within a day. */
  id: string;
  /** The bank's payment. */
  paymentProviderId: string;
  amountMinor: number;
  currency: PriceCurrency;
  description: string;
  /** The payer's, for the receipt. */
  email: string;
};

/** A refund as the bank has it. */
export type BankRefund = {
  providerId: string;
  paymentProviderId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amountMinor: number;
  currency: string;
  /** The reason of a canceled one. */
  reason: string | null;
};

/** As {@link BankResult}. */
export type RefundResult =
  | { kind: 'refund'; refund: BankRefund }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; text: string };

/** As `BankResult`. */
export type CardResult =
  | { kind: 'card'; card: BankCard }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown'; text: string };

/** An acquirer; its calls never throw. */
export type PaymentProvider = {
  kind: string;
  currencies: readonly PriceCurrency[];
  /** The largest payment, in minor units. */
  maxMinor: number;
  open(order: PaymentOrder): Promise<BankResult>;
  read(providerId: string): Promise<BankResult>;
  /** Reads a notification: it is not trusted, the payment is read again. Null when it names no payment. */
  readNotification(body: unknown): { tenantId: string; paymentId: string; providerId: string } | null;
  refund(order: RefundOrder): Promise<RefundResult>;
  readRefund(providerId: string): Promise<RefundResult>;
  /** Reads a notification about a refund: it is not trusted. Null when it names none. */
  readRefundNotification(body: unknown): { paymentProviderId: string } | null;
  /** Opens the binding of a card, without a charge. */
  bindCard(order: CardOrder): Promise<CardResult>;
  readCard(providerId: string): Promise<CardResult>;
  /** The same for a card. */
  readCardNotification(body: unknown): { providerId: string } | null;
};

/** Counts the branches that a cabinet works with. */
export type CountBranches = (scope: TenantScope) => Promise<number>;
/** Lists what units of tariffs may be for, by title: channels and branches belong to upper rooms. */
export type ListPaidItems = (scope: TenantScope) => Promise<PaidItem[]>;
