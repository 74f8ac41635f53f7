import type { CartLine } from '#contract/billing/cart.ts';
import type { PricedLine } from '#contract/billing/calls.ts';
import { type PriceCurrency, tariffOf } from '#contract/billing/tariffs.ts';
import type { Language } from '#contract/primitives.ts';
import en from '#server/billing/locales/en.json' with { type: 'json' };
import pt_br from '#server/billing/locales/pt_br.json' with { type: 'json' };
import ru from '#server/billing/locales/ru.json' with { type: 'json' };
import uk from '#server/billing/locales/uk.json' with { type: 'json' };
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import type { z } from 'zod';

export const billingText = roomTexts({ ru, en, pt_br, uk });

type Priced = z.infer<typeof PricedLine>;

/** A row of the document: a line at its full price, or a discount below it. */
export type InvoiceRow = { name: string; sumMinor: number; isDiscount: boolean };

/** Lists the rows of an invoice; their sum is its total. */
export function invoiceRows(lines: readonly Priced[], language: Language): InvoiceRow[] {
  return lines.flatMap(({ line, amountMinor, discountMinor }) => [
    { name: nameOfLine(line, language), sumMinor: amountMinor + discountMinor, isDiscount: false },
    ...(discountMinor === 0
      ? []
      : [{ name: billingText(language, 'invoice.discount'), sumMinor: -discountMinor, isDiscount: true }]),
  ]);
}

/** Names a line as its buyer reads it. */
export function nameOfLine(line: CartLine, language: Language): string {
  if (line.kind === 'tariff') {
    const tariff = en.tariff[`t${line.tariffId}` as keyof typeof en.tariff]; // NOTE: a test compares the names with the table
    const name = tariff === undefined ? String(line.tariffId) : nameOfTariff(line.tariffId, language);
    const months = billingText(language, 'line.months', { count: line.months });
    const isCounted = tariffOf(line.tariffId)?.unit !== undefined;
    return `${name}, ${months}${isCounted ? `, ${billingText(language, 'line.numbers', { count: line.units })}` : ''}`;
  }
  if (line.balance === 'ai')
    return billingText(language, 'line.ai', { sum: inMoney(line.amount * 100, 'USD', language) });
  return billingText(language, `line.${line.balance}`, { count: line.amount });
}

const nameOfTariff = (id: number, language: Language) =>
  billingText(language, `tariff.t${id}` as Parameters<typeof billingText>[1]); // NOTE: a test compares the names with the table

/** A sum with its currency, e.g. `1 700,00 ₽`. */
export function inMoney(amountMinor: number, currency: PriceCurrency, language: Language): string {
  const format = new Intl.NumberFormat(LOCALE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(amountMinor / 100);
}

/** The VAT that a sum includes, rounded half to even, in minor units. */
export function includedVat(amountMinor: number, percent: number): number {
  const [whole, divisor] = [amountMinor * percent, 100 + percent];
  const quotient = Math.floor(whole / divisor);
  const twice = 2 * (whole - quotient * divisor);
  const isUp = twice > divisor || (twice === divisor && quotient % 2 === 1);
  return isUp ? quotient + 1 : quotient;
}

/** The number as it is written: the year and five digits or more. */
export const writtenNumber = ({ year, number }: { year: number; number: number }): string =>
  `${year}-${String(number).padStart(5, '0')}`;
