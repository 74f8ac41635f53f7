import type { StaffTable, Words } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError, found } from '../values/control-error.ts';
import { decide } from './deciding.ts';
import { type Payment, yookassaState } from './state.ts';

const words = (en: string, ru: string, pt_br: string, uk: string): Words => ({ en, ru, pt_br, uk });

/** Why a bank refuses a payment, by the vendor's names. */
const REASONS = ['insufficient_funds', 'card_expired', 'fraud_suspected', 'general_decline'];

/** The payments of the shop, and the answers that a bank can give. */
export const PAYMENTS: StaffTable = {
  id: 'yookassa-payments',
  title: words('YooKassa: payments', 'ЮKassa: платежи', 'YooKassa: pagamentos', 'ЮKassa: платежі'),
  columns: [
    words('Created', 'Создан', 'Criado', 'Створено'),
    words('For', 'За что', 'Descrição', 'За що'),
    words('Amount', 'Сумма', 'Valor', 'Сума'),
    words('Status', 'Статус', 'Status', 'Статус'),
  ],
  rows: (sim) =>
    yookassaState(sim)
      .payments.toReversed()
      .map(({ id, createdAt, description, amount, status, reason }) => ({
        id,
        cells: [
          new Date(createdAt).toISOString().slice(0, 16).replace('T', ' '),
          description,
          `${amount.value} ${amount.currency}`,
          reason ? `${status}: ${reason}` : status,
        ],
      })),
  actions: [
    {
      id: 'pay',
      title: words('The bank pays', 'Банк провёл платёж', 'O banco aprova', 'Банк провів платіж'),
      fields: () => [],
      run: (sim, rowId) => decide(sim, pendingOf(sim, rowId), 'succeeded', null),
    },
    {
      id: 'refuse',
      title: words('The bank refuses', 'Банк отказал', 'O banco recusa', 'Банк відмовив'),
      fields: () => [
        {
          name: 'reason',
          label: words('Reason', 'Причина', 'Motivo', 'Причина'),
          kind: 'choice',
          options: REASONS.map((reason) => ({ value: reason, label: reason })),
          value: REASONS[0] ?? '',
        },
      ],
      run: (sim, rowId, { reason }) => decide(sim, pendingOf(sim, rowId), 'canceled', reason ?? null),
    },
  ],
};

/** @throws {ControlError} for one that is decided */
function pendingOf(sim: Sim, id: string | null): Payment {
  const payment = found(
    yookassaState(sim).payments.find((one) => one.id === id),
    'payment',
  );
  if (payment.status !== 'pending') throw new ControlError(400, `the payment is ${payment.status} already`);
  return payment;
}
