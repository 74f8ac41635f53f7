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
  switches: Switches;
};

/** The state of the service, seeded when it is first asked for. */
export function yookassaState(sim: Sim): YookassaState {
  return (sim.state.services['yookassa'] ??= {
    shopId: 'frontdesk-demo-shop',
    secretKey: 'yookassa-demo-secret',
    payments: [],
    refunds: [],
    switches: { notifications: 'on', notificationUrl: null, refunds: 'at_once' },
  }) as YookassaState; // NOTE: nobody else writes below this name
}
