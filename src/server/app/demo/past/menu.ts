import type { Language } from '#contract/primitives.ts';

export type Dish = { title: string; priceMinor: number };
export type DishLine = Dish & { amount: number };
export type Menu = readonly Dish[];

const dishes = (menu: Readonly<Record<string, number>>): Menu =>
  Object.entries(menu).map(([title, price]) => ({ title, priceMinor: price * 100 }));

/** Dishes of the demo's restaurant in each language, priced in the country's money. */
export const MENUS: Readonly<Record<Language, Menu>> = {
  ru: dishes({
    'Пицца «Маргарита»': 620,
    'Пицца «Пепперони»': 740,
    'Четыре сыра': 790,
    'Салат «Цезарь»': 540,
    'Паста карбонара': 610,
    Тирамису: 390,
    'Лимонад домашний': 290,
  }),
  en: dishes({
    'Margherita pizza': 11,
    'Pepperoni pizza': 13,
    'Four cheese pizza': 14,
    'Caesar salad': 9,
    Carbonara: 12,
    Tiramisu: 6,
    'Homemade lemonade': 4,
  }),
  pt_br: dishes({
    'Pizza margherita': 52,
    'Pizza calabresa': 58,
    'Pizza quatro queijos': 62,
    'Salada Caesar': 38,
    'Espaguete à carbonara': 46,
    Tiramisù: 24,
    'Limonada da casa': 14,
  }),
  uk: dishes({
    'Піца «Маргарита»': 245,
    'Піца «Пепероні»': 285,
    'Чотири сири': 299,
    'Салат «Цезар»': 215,
    'Паста карбонара': 235,
    Тірамісу: 145,
    'Домашній лимонад': 95,
  }),
};
