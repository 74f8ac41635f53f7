import type { PaidItem } from '#contract/billing/calls.ts';
import type { PriceCurrency } from '#contract/billing/tariffs.ts';
import type { TenantScope } from '#server/platform/database/db.ts';

/** A payment as the bank is asked to open it. */
export type PaymentOrder = {
  /** Our id; the same one opens one payment, however often it is sent within a day. */
  id: string;
  tenantId: string;
  amountMinor: number;
  currency: PriceCurrency;
  /** One line that the payer reads. */
  description: string;
  returnUrl: string;
  /** The payer's, for the receipt. */
  email: string;
};

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
};

/** `refused`: certainly not opened · `unknown`: it may have been opened, or the bank is away. */
export type BankResult =
  | { kind: 'payment'; payment: BankPayment }
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
};

/** Lists what units of tariffs may be for, by title: channels and branches belong to upper rooms. */
export type ListPaidItems = (scope: TenantScope) => Promise<PaidItem[]>;
