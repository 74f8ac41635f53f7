import type { Sim } from '../sim/sim.ts';
import { type Method, type Payment, yookassaState } from './state.ts';

export const findMethod = (sim: Sim, id: string): Method | undefined =>
  yookassaState(sim).methods.find((one) => one.id === id);

/** The saved card in the vendor's shape. */
export function methodObject({ id, status, digits }: Method, confirmationUrl?: string): Record<string, unknown> {
  return {
    type: 'bank_card',
    id,
    status,
    saved: status === 'active',
    title: `Bank card *${digits}`,
    holder: { account_id: '100500', gateway_id: '1' },
    card: { first6: '555555', last4: digits, expiry_month: '12', expiry_year: '2030', card_type: 'MasterCard' },
    ...(status === 'pending' &&
      confirmationUrl && { confirmation: { type: 'redirect', confirmation_url: confirmationUrl } }),
  };
}

/** Saves the card of a payment. @returns its id: that of the payment */
export function addSavedMethod(sim: Sim, { id, returnUrl }: Payment): string {
  const method = { id, returnUrl, status: 'active', key: '', digits: '4444', charges: 'pay' } as const;
  yookassaState(sim).methods.push({ ...method, createdAt: sim.clock.now() });
  return id;
}
