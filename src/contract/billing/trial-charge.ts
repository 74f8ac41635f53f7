/** The tariff that goes on after a trial with a card, and its first charge: 1200 ₽. */
export const TRIAL_CHARGE = { tariffId: 0, units: 1, months: 1, amountMinor: 120_000, currency: 'RUB' } as const;
