import type { Sim } from '../sim/sim.ts';
import { addSavedMethod, methodObject } from './saved-methods.ts';
import { type Payment, yookassaState } from './state.ts';

const EXPIRY = 'yookassa.expiry';
const HOUR_MS = 3_600_000;

/** Pays or cancels a pending payment, and says so to the shop. A decided one stays as it is. */
export function decide(sim: Sim, payment: Payment, status: 'succeeded' | 'canceled', reason: string | null): void {
  if (payment.status !== 'pending') return;
  Object.assign(payment, { status, reason, decidedAt: sim.clock.now() });
  if (status === 'succeeded' && payment.savesCard) payment.methodId = addSavedMethod(sim, payment);
  sim.changed('yookassa');
  notify(sim, payment);
}

/** Sends the notification of a payment. */
export function notify(sim: Sim, payment: Payment): void {
  send(sim, { event: `payment.${payment.status}`, object: toObject(sim, payment) });
}

/** Sends a notification to the shop, as the switches say. */
export function send(sim: Sim, notification: { event: string; object: Record<string, unknown> }): void {
  const { switches } = yookassaState(sim);
  const url = switches.notificationUrl ?? (sim.productUrl && `${sim.productUrl}/payment-notifications/yookassa`);
  if (!url || switches.notifications === 'lost') return;
  const body = JSON.stringify({ type: 'notification', ...notification });
  const headers = { 'content-type': 'application/json' };
  for (let sent = 0; sent < (switches.notifications === 'twice' ? 2 : 1); sent += 1)
    sim.webhooks.send({ channel: 'yookassa', url, headers, body });
}

/** A payment that nobody pays is canceled after an hour. */
export function planExpiry(sim: Sim, { id, createdAt }: Payment): void {
  sim.agenda.schedule(EXPIRY, createdAt + HOUR_MS, { id });
}

export function runExpiry(sim: Sim): void {
  sim.agenda.on(EXPIRY, (task) => {
    const { id } = task as { id: string }; // NOTE: written by `planExpiry` above
    const payment = yookassaState(sim).payments.find((one) => one.id === id);
    if (payment) decide(sim, payment, 'canceled', 'expired_on_confirmation');
  });
}

/** The payment in the vendor's shape. */
export function toObject(sim: Sim, payment: Payment, confirmationUrl?: string): Record<string, unknown> {
  const { id, status, amount, description, metadata, reason, createdAt, decidedAt } = payment;
  const isPaid = status === 'succeeded';
  return {
    id,
    status,
    paid: isPaid,
    amount,
    description,
    metadata,
    created_at: new Date(createdAt).toISOString(),
    recipient: { account_id: '100500', gateway_id: '1' },
    refundable: isPaid,
    test: true,
    ...(isPaid && decidedAt !== null && { captured_at: new Date(decidedAt).toISOString() }),
    ...paidBy(sim, payment),
    ...(reason && { cancellation_details: { party: 'payment_network', reason } }),
    ...(status === 'pending' &&
      !payment.methodId &&
      confirmationUrl && { confirmation: { type: 'redirect', confirmation_url: confirmationUrl } }),
  };
}

function paidBy(sim: Sim, { id, methodId, status }: Payment): Record<string, unknown> {
  const method = yookassaState(sim).methods.find((one) => one.id === methodId);
  if (method) return { payment_method: methodObject(method) };
  if (status !== 'succeeded') return {};
  return { payment_method: { type: 'bank_card', id, saved: false, title: 'Bank card *4444' } };
}
