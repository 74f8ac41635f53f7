import type { Pay } from '#contract/admin/pays.ts';
import { lineName, tariffName } from '#web/billing/billing-words.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import type { Column } from '#web/ui/lists/list.ts';

const TONES = { pending: 'attention', succeeded: 'good', canceled: 'gray', refunded: 'gray', partly: 'good' } as const;

/** A time of this wire as others travel. */
export const momentOf = (unix: number): string => new Date(unix * 1000).toISOString();

export const sumIn = (amount: number, { currency }: Pick<Pay, 'currency'>, format: Format): string =>
  format.money({ amountMinor: Math.round(amount * 100), currency });

export function stateOf({ status, amount, refunded }: Pay): keyof typeof TONES {
  if (status !== 'succeeded' || refunded === 0) return status;
  return refunded >= amount ? 'refunded' : 'partly';
}

const namesOf = ({ lines }: Pay, t: Text, format: Format): string =>
  lines
    .map(({ line }) => (line.kind === 'period' ? tariffName(line.tariffId, t) : lineName(line, t, format)))
    .join('; ');

function periodOf({ dateBeginUnixTime: from, dateEndUnixTime: to }: Pay, t: Text, format: Format): string | null {
  if (from === null || to === null) return null;
  return t('pays:period', { from: format.date(momentOf(from)), to: format.date(momentOf(to)) });
}

/** Columns of a list of payments. */
export const payColumns = <Row extends Pay>(t: Text, format: Format): Column<Row>[] => [
  { key: 'what', title: t('pays:column.what'), isMain: true, cell: (pay) => namesOf(pay, t, format) },
  { key: 'period', title: t('pays:column.period'), from: 'medium', cell: (pay) => periodOf(pay, t, format) },
  {
    key: 'sum',
    title: t('pays:column.sum'),
    isNumeric: true,
    cell: (pay) => (pay.isFree ? t('pays:free') : sumIn(pay.amount, pay, format)),
  },
  {
    key: 'status',
    title: t('pays:column.status'),
    isBrief: true,
    cell: (pay) => <ToneBadge tone={TONES[stateOf(pay)]}>{t(`pays:status.${stateOf(pay)}`)}</ToneBadge>,
  },
  {
    key: 'created',
    title: t('pays:column.created'),
    isBrief: true,
    from: 'wide',
    cell: ({ createdDateUnixTime }) => format.date(momentOf(createdDateUnixTime)),
  },
];
