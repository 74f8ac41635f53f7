import type { Language } from '#contract/primitives.ts';

type Example = {
  clientName: string;
  masterName: string;
  serviceTitle: string;
  branchAddress: string;
  /** Another service, which a customer could like. */
  offerTitle: string;
  items: { title: string; amount: number }[];
  courierName: string;
  courierPhone: string;
  cancelCause: string;
  eventName: string;
};

/** A customer, a visit and an order nobody has, to show a message where there are no real ones yet. */
export const EXAMPLES: Record<Language, Example> = {
  ru: {
    clientName: 'Анна',
    masterName: 'Ольга',
    serviceTitle: 'Стрижка',
    branchAddress: 'Лесная улица, 5',
    offerTitle: 'Уход за волосами',
    items: [
      { title: 'Маргарита', amount: 1 },
      { title: 'Морс', amount: 2 },
    ],
    courierName: 'Иван',
    courierPhone: '+79160000000',
    cancelCause: 'нет в наличии',
    eventName: 'Бонусы начислены',
  },
  en: {
    clientName: 'Anna',
    masterName: 'Olivia',
    serviceTitle: 'Haircut',
    branchAddress: '5 Forest Street',
    offerTitle: 'Hair care',
    items: [
      { title: 'Margherita', amount: 1 },
      { title: 'Lemonade', amount: 2 },
    ],
    courierName: 'Jack',
    courierPhone: '+15550100000',
    cancelCause: 'out of stock',
    eventName: 'Points added',
  },
  pt_br: {
    clientName: 'Ana',
    masterName: 'Júlia',
    serviceTitle: 'Corte',
    branchAddress: 'Rua das Flores, 5',
    offerTitle: 'Hidratação',
    items: [
      { title: 'Margherita', amount: 1 },
      { title: 'Suco', amount: 2 },
    ],
    courierName: 'Pedro',
    courierPhone: '+5511990000000',
    cancelCause: 'item em falta',
    eventName: 'Pontos creditados',
  },
  uk: {
    clientName: 'Ганна',
    masterName: 'Олена',
    serviceTitle: 'Стрижка',
    branchAddress: 'вулиця Лісова, 5',
    offerTitle: 'Догляд за волоссям',
    items: [
      { title: 'Маргарита', amount: 1 },
      { title: 'Узвар', amount: 2 },
    ],
    courierName: 'Іван',
    courierPhone: '+380500000000',
    cancelCause: 'немає в наявності',
    eventName: 'Бонуси нараховано',
  },
};
