import type { PaidItem, PaidLine } from '#contract/billing/calls.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import { type Tariff, tariffOf } from '#contract/billing/tariffs.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import type { TextKey } from '#web/locales/resources.ts';

/** Millionths of a dollar in a cent. */
const MICROS_PER_CENT = 10_000;

export const tariffName = (id: number, t: Text): string => t(`billing:tariff.t${id}` as TextKey); // NOTE: a test compares the names with the table

/** Money for models, in whole cents and never as more than there is. */
export const dollars = (microUsd: number, format: Format): string =>
  format.money({ amountMinor: Math.floor(microUsd / MICROS_PER_CENT), currency: 'USD' });

/** Lists what a tariff gives, in a few words. */
export function givenBy({ abilities, messagesPerMonth, aiMicroUsdPerMonth }: Tariff, t: Text, format: Format): string {
  return [
    ...abilities.map((ability) => t(`billing:ability.${ability}`)),
    ...(messagesPerMonth > 0 ? [t('billing:gives.messages', { count: messagesPerMonth })] : []),
    ...(aiMicroUsdPerMonth > 0 ? [t('billing:gives.ai', { sum: dollars(aiMicroUsdPerMonth, format) })] : []),
  ].join(' · ');
}

/** A line of a cart or a payment. */
export function lineName(line: CartLine | PaidLine, t: Text, format: Format): string {
  if (line.kind === 'period') {
    const period = { from: format.date(line.beginsAt), to: format.date(line.endsAt) };
    return t('billing:line.period', { name: tariffName(line.tariffId, t), ...period });
  }
  if (line.kind === 'tariff') {
    const name = tariffName(line.tariffId, t);
    const months = t('billing:line.months', { count: line.months });
    const units = tariffOf(line.tariffId)?.unit ? `, ${t('billing:line.numbers', { count: line.units })}` : '';
    return `${name}, ${months}${units}`;
  }
  if (line.balance === 'ai')
    return t('billing:line.ai', { sum: format.money({ amountMinor: line.amount * 100, currency: 'USD' }) });
  return t(`billing:line.${line.balance}`, { count: line.amount });
}

/** How much of a tariff there is and what for: units, messages a month, and the numbers or branches. */
export function extentOf(
  { tariffId, units, items }: { tariffId: number; units: number; items: readonly PaidItem[] },
  t: Text,
): string {
  const tariff = tariffOf(tariffId);
  if (!tariff) return '';
  return [
    ...(tariff.unit ? [t('billing:line.numbers', { count: units })] : []),
    ...(tariff.messagesPerMonth > 0 ? [t('billing:gives.messages', { count: tariff.messagesPerMonth * units })] : []),
    ...(items.length > 0 ? [items.map(({ title }) => title).join(', ')] : []),
  ].join(' · ');
}
