import type { Restaurant } from './orders/types.ts';
import type { Company } from './types.ts';

/** The salon whose cabinet is the demo in a language; the first salon is the one in Russian. */
const SALON_BY_LANGUAGE: Readonly<Record<string, number>> = { en: 80_020, pt_br: 80_030, uk: 80_040 };

const CURRENCY_BY_LANGUAGE: Readonly<Record<string, string>> = { en: 'GBP', pt_br: 'BRL', uk: 'UAH' };

/** The salon of the demo from which the visitor came: a cabinet names its language in the link. */
export function salonOfAddress(companies: readonly Company[]): Company | undefined {
  return companies.find(({ id }) => id === SALON_BY_LANGUAGE[languageOfAddress()]);
}

/** The restaurant of that demo, known by its currency; the first one is that of the demo in Russian. */
export function restaurantOfAddress(restaurants: readonly Restaurant[]): Restaurant | undefined {
  return restaurants.find(({ currency }) => currency === CURRENCY_BY_LANGUAGE[languageOfAddress()]) ?? restaurants[0];
}

/** The language of the demo from which the visitor came. */
export const demoLanguage = () => languageOfAddress() || 'ru';

const languageOfAddress = () => new URLSearchParams(location.search).get('lang') ?? '';
