import type { Sim } from '../sim/sim.ts';

export type Payment = {
  id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  /** Roubles with two decimals, as text. */
  amount: { value: string; currency: string };
  description: string;
  returnUrl: string;
  metadata: Record<string, string>;
  receipt: unknown;
  /** The shop's key of the request that opened it, and the request's body. */
  key: string;
  request: string;
  reason: string | null;
  /** Epoch milliseconds. */
  createdAt: number;
  decidedAt: number | null;
  /** Whether the card that pays is saved. */
  savesCard: boolean;
  /** The saved card that is charged, or that was saved; null for neither. */
  methodId: string | null;
};

/** Outcomes of charges of a saved card: paid, left pending until somebody decides, or refused with a reason. */
export const CHARGES = ['pay', 'pending', 'insufficient_funds', 'card_expired', 'permission_revoked'] as const;
export type Charge = (typeof CHARGES)[number];

/** A saved card. */
export type Method = {
  id: string;
  status: 'pending' | 'active' | 'inactive';
  returnUrl: string;
  /** The shop's key of the request that opened it; empty for one that was saved with a payment. */
  key: string;
  digits: string;
  charges: Charge;
  createdAt: number;
};

export type Refund = {
  id: string;
  paymentId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: { value: string; currency: string };
  description: string;
  key: string;
  request: string;
  reason: string | null;
  /** Epoch milliseconds. */
  createdAt: number;
};

/** The bank makes a refund at once, waits for a decision, or refuses it. */
export const REFUND_MODES = ['at_once', 'wait', 'refuse'] as const;

/**
 * @property notifications `lost`: none is sent · `twice`: each is sent two times
 * @property notificationUrl where they are sent; null: to the product of this world
 */
export type Switches = {
  notifications: 'on' | 'lost' | 'twice';
  notificationUrl: string | null;
  refunds: (typeof REFUND_MODES)[number];
};

export type YookassaState = {
  shopId: string;
  secretKey: string;
  payments: Payment[];
  refunds: Refund[];
  methods: Method[];
  switches: Switches;
};

/** The state of the service, seeded when it is first asked for. */
export function yookassaState(sim: Sim): YookassaState {
  return (sim.state.services['yookassa'] ??= {
    shopId: 'frontdesk-demo-shop',
    secretKey: 'yookassa-demo-secret',
    payments: [],
    refunds: [],
    methods: [],
    switches: { notifications: 'on', notificationUrl: null, refunds: 'at_once' },
  }) as YookassaState; // NOTE: nobody else writes below this name
}
