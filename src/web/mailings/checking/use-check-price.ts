import type { MailingCheck } from '#contract/mailings/check.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePriceWords } from '#web/lib/format/use-price-words.ts';

/** Returns a function that writes the price of a mailing, and for how many recipients it is not known; empty where nothing is charged. */
export function useCheckPrice(): (check: MailingCheck) => { label: string; value: string }[] {
  const t = useTexts();
  const format = useFormat();
  const price = usePriceWords();
  return ({ prices, ways }) => {
    // NOTE: providers charge for templates and SMS; other messages may have a price, and cost nothing without one.
    const charged = ways.filter(({ form, parts }) => form === 'template' || parts !== null);
    const unpriced = charged.reduce((sum, way) => sum + way.unpriced, 0);
    const known = prices.map((one) => price(one)).join(' + ');
    const label = t('mailings:check.price');
    if (known === '') return unpriced > 0 ? [{ label, value: t('mailings:check.price_unknown') }] : [];
    const rest = unpriced > 0 && t('mailings:check.price_unknown_rest', { number: format.number(unpriced) });
    return [{ label, value: rest ? `${known}, ${rest}` : known }];
  };
}
