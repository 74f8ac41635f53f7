/** The payment that the form for a new one begins with. `amount` is in whole units of the currency. */
export const DEFAULT_PAY = { amount: 2500, tariff: 1, currency: 'RUB' } as const;

/** Payments on a page of a person's. */
export const PAYS_PER_PAGE = 20;

export const MAX_PAY_AMOUNT = 10_000_000;
export const MAX_PAY_TEXT = 2000;

/** Lists of the accounts that a payment is for. */
export const ACCOUNT_FIELDS = [
  'instanceIds',
  'internalYclientsCompaniesIds',
  'iikoOrganizationsIds',
  'medFlexLpuIds',
] as const;

/** Whether an account of the operator is offered for payments: its name is marked. */
export const isForPayments = ({ name }: { name: string }): boolean => name.includes('[FM]');
