import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/billing/locales/en.json' with { type: 'json' };
import pt_br from '#server/billing/locales/pt_br.json' with { type: 'json' };
import ru from '#server/billing/locales/ru.json' with { type: 'json' };
import uk from '#server/billing/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });

/** Reasons of the bank that have words of their own. */
const EXPLAINED = ['insufficient_funds', 'card_expired', 'permission_revoked'] as const;

/** Why the bank refused a charge. */
export function reasonText(reason: string | null, language: Language): string {
  return text(language, `reason.${EXPLAINED.find((one) => one === reason) ?? 'other'}`);
}

/** `1 200 ₽`: without decimals when there are none. */
export function moneyText(amountMinor: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100);
}

/** `21 ноября`, in the payer's zone. */
export function dayText(
  at: Temporal.Instant,
  { language, timeZone }: { language: Language; timeZone: string },
): string {
  return new Intl.DateTimeFormat(LOCALE_TAGS[language], { day: 'numeric', month: 'long', timeZone }).format(
    at.epochMilliseconds,
  );
}

/** `•• 4444`, or nothing the bank named. */
export function cardText({ cardBrand, cardDigits }: { cardBrand: string | null; cardDigits: string | null }): string {
  return [cardBrand, cardDigits && `•• ${cardDigits}`].filter(Boolean).join(' ') || '••';
}
