import type { Pay } from '#contract/admin/pays.ts';
import { ACCOUNT_FIELDS, DEFAULT_PAY } from '#contract/admin/pays-values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import type { NewPayBody, PayChange } from './use-pays.ts';

/** Values of the form: days are of the viewer's own calendar, the sum is a text. */
export type PayValues = {
  dateBeginUnixTime: string;
  dateEndUnixTime: string;
  paymentDayUnixTime: string;
  amount: string;
  currency: 'RUB' | 'USD';
  tariff: string;
  isFree: boolean;
  success: boolean;
  comment: string;
  reason: string;
  managerId: string | null;
  payDestinationId: string | null;
  instanceIds: string[];
  internalYclientsCompaniesIds: string[];
  iikoOrganizationsIds: string[];
  medFlexLpuIds: string[];
};

const two = (count: number) => String(count).padStart(2, '0');

/** The day of a time of the wire, at the viewer. */
export function dayOf(unix: number | null): string {
  if (unix === null) return '';
  const date = new Date(unix * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The beginning of a day at the viewer; NaN for a text that is no day. */
export const unixOfDay = (day: string): number => Math.floor(new Date(`${day}T00:00:00`).getTime() / 1000);

/** A new payment: a month from today. */
export function newValues(): PayValues {
  const from = new Date(productNow());
  const to = new Date(from.getFullYear(), from.getMonth() + 1, from.getDate());
  return {
    dateBeginUnixTime: dayOf(Math.floor(from.getTime() / 1000)),
    dateEndUnixTime: dayOf(Math.floor(to.getTime() / 1000)),
    paymentDayUnixTime: '',
    amount: String(DEFAULT_PAY.amount),
    currency: DEFAULT_PAY.currency,
    tariff: String(DEFAULT_PAY.tariff),
    isFree: false,
    success: false,
    comment: '',
    reason: '',
    managerId: null,
    payDestinationId: null,
    instanceIds: [],
    internalYclientsCompaniesIds: [],
    iikoOrganizationsIds: [],
    medFlexLpuIds: [],
  };
}

export const valuesOf = (pay: Pay): PayValues => ({
  dateBeginUnixTime: dayOf(pay.dateBeginUnixTime),
  dateEndUnixTime: dayOf(pay.dateEndUnixTime),
  paymentDayUnixTime: dayOf(pay.paymentDayUnixTime),
  amount: String(pay.amount),
  currency: pay.currency,
  tariff: pay.tariff === null ? '' : String(pay.tariff),
  isFree: pay.isFree,
  success: pay.success,
  comment: pay.comment,
  reason: pay.reason,
  managerId: pay.managerId,
  payDestinationId: pay.payDestinationId,
  instanceIds: pay.instanceIds,
  internalYclientsCompaniesIds: pay.internalYclientsCompaniesIds,
  iikoOrganizationsIds: pay.iikoOrganizationsIds,
  medFlexLpuIds: pay.medFlexLpuIds,
});

/** The sum that a person wrote: `2 500,50` is 2500.5. */
export const amountIn = (text: string): number => Number(text.replaceAll(/\s/gu, '').replace(',', '.') || Number.NaN);

/** The values in the shape of the call. */
export function bodyOf(values: PayValues): NewPayBody {
  return {
    dateBeginUnixTime: unixOfDay(values.dateBeginUnixTime),
    dateEndUnixTime: unixOfDay(values.dateEndUnixTime),
    paymentDayUnixTime: values.paymentDayUnixTime === '' ? null : unixOfDay(values.paymentDayUnixTime),
    amount: values.isFree ? 0 : amountIn(values.amount),
    currency: values.currency,
    tariff: Number(values.tariff),
    isFree: values.isFree,
    success: values.success,
    comment: values.comment,
    reason: values.reason,
    managerId: values.managerId,
    payDestinationId: values.payDestinationId,
    ...Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, values[field]])),
  };
}

/** The fields that differ from what is stored: a day that was not touched keeps its time. */
export function changesOf(values: PayValues, before: PayValues): PayChange {
  const body = bodyOf(values);
  const differing = Object.entries(body).filter(
    ([name]) => JSON.stringify(values[name as keyof PayValues]) !== JSON.stringify(before[name as keyof PayValues]), // NOTE: the body has the names of the values
  );
  return Object.fromEntries(differing);
}
