import type { AuditEntry } from '#contract/auth/audit.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import type { Format } from '#web/lib/format/format.ts';

type Named = Pick<AuditEntry, 'actorKind' | 'actorName' | 'onBehalfOfName' | 'isOfSupport'>;

/** The names of who acted; support with both. */
export function actorWords({ actorKind, actorName, onBehalfOfName, isOfSupport }: Named, t: Text): string {
  const admin = actorName ?? '';
  if (isOfSupport) return t('audit:by.support', { admin, user: onBehalfOfName ?? '' });
  if (actorKind === 'admin') return t('audit:by.admin', { admin });
  if (actorKind === 'person') return actorName ?? t('audit:by.nobody');
  return t(`audit:by.${actorKind}`);
}

type Underscored<Name extends string> = Name extends `${infer Object}.${infer Done}` ? `${Object}_${Done}` : never;

export const actionWords = ({ action }: Pick<AuditEntry, 'action'>, t: Text): string =>
  t(`audit:action.${action.replace('.', '_') as Underscored<AuditEntry['action']>}`); // NOTE: the same replacement

/** Fields that have a name in the texts; others are shown by their name in the API. */
const NAMED_FIELDS = [
  'email',
  'phone',
  'role',
  'reason',
  'tenantName',
  'timeZone',
  'language',
  'fullName',
  'mode',
  'title',
  'count',
  'isAllowed',
  'isRequired',
  'availableMessagesCount',
  'availableAiReviewsCount',
  'availableRatingsCount',
  'chatApiInstanceLimit',
  'amount',
  'comment',
  'success',
  'isFree',
  'tariff',
  'isOn',
  'isEnabled',
  'isActive',
  'isDisabled',
  'status',
  'endsAt',
  'kind',
  'scopes',
  'discountPercent',
  'revenueTarget',
  'visitsTarget',
  'newClientsTarget',
  'noShowTarget',
] as const;

/** Words of values that are no text of a person. */
const VALUES = ['test', 'combat', 'owner', 'staff', 'paid', 'refused', 'withdrawn', 'canceled', 'cancelled'] as const;
const VALUED_FIELDS: ReadonlySet<string> = new Set(['mode', 'role', 'status']);

const SHOWN_FIELDS = 6;

/** The changed fields in lines: "Phone: +7 … → +7 …". */
export function changeLines(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  t: Text,
  format: Format,
): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => !MONEY_FIELDS.has(name))
    .slice(0, SHOWN_FIELDS);
  return [...moneyLines(after, t, format), ...names.map(lineOf)];

  function lineOf(name: string): string {
    const named = NAMED_FIELDS.find((field) => field === name);
    const label = named ? t(`audit:field.${named}`) : name;
    const words = (value: unknown) =>
      (VALUED_FIELDS.has(name) ? knownWord(value, t) : null) ?? valueWords(value, t, format);
    return before ? `${label}: ${words(before[name])} → ${words(after?.[name])}` : `${label}: ${words(after?.[name])}`;
  }
}

/** A sum travels in two fields. */
const MONEY_FIELDS: ReadonlySet<string> = new Set(['amountMinor', 'currency', 'lines']);

function moneyLines(after: AuditEntry['after'], t: Text, format: Format): string[] {
  const { amountMinor, currency } = after ?? {};
  if (typeof amountMinor !== 'number' || typeof currency !== 'string') return [];
  return [`${t('audit:field.amount')}: ${format.money({ amountMinor, currency })}`];
}

function knownWord(value: unknown, t: Text): string | null {
  const known = VALUES.find((word) => word === value);
  return known ? t(`audit:word.${known}`) : null;
}

const LONGEST = 120;

function valueWords(value: unknown, t: Text, format: Format): string {
  if (value === null || value === undefined || value === '') return t('audit:value.nothing');
  if (typeof value === 'boolean') return t(value ? 'audit:value.yes' : 'audit:value.no');
  if (typeof value === 'number') return format.number(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
