/** Menus of the two kitchens: name and price in roubles. */
export const PIZZERIA = [
  ['Маргарита', 590],
  ['Пепперони', 690],
  ['Четыре сыра', 790],
  ['Кальцоне с ветчиной', 740],
  ['Салат «Цезарь»', 480],
  ['Тирамису', 390],
  ['Лимонад домашний', 260],
  ['Капучино', 240],
] as const;

export const TEAHOUSE = [
  ['Плов праздничный', 520],
  ['Лагман', 460],
  ['Манты, 5 шт.', 430],
  ['Самса с говядиной', 190],
  ['Шашлык из баранины', 680],
  ['Чак-чак', 280],
  ['Чай с чабрецом', 220],
] as const;

export const LONDON_MENU = [
  ['Margherita', 11],
  ['Pepperoni', 13],
  ['Four cheese', 14],
  ['Caesar salad', 9],
  ['Tiramisu', 6],
  ['Homemade lemonade', 4],
] as const;

export const SAO_PAULO_MENU = [
  ['Margherita', 52],
  ['Calabresa', 58],
  ['Quatro queijos', 62],
  ['Salada Caesar', 38],
  ['Tiramisù', 24],
  ['Limonada da casa', 14],
] as const;

export const KYIV_MENU = [
  ['Маргарита', 245],
  ['Пепероні', 285],
  ['Чотири сири', 299],
  ['Салат «Цезар»', 215],
  ['Тірамісу', 145],
  ['Домашній лимонад', 95],
] as const;

const MOSCOW_STREETS = ['Пятницкая', 'Новокузнецкая', 'Большая Татарская', 'Садовническая', 'Зацепа'] as const;

/** Streets by city; of other cities those of Moscow. */
const STREETS: Readonly<Record<string, readonly string[]>> = {
  London: ['Old Compton Street', 'Greek Street', 'Wardour Street', 'Berwick Street', 'Frith Street'],
  'São Paulo': [
    'Rua dos Pinheiros',
    'Rua Teodoro Sampaio',
    'Rua Cardeal Arcoverde',
    'Rua Mourato Coelho',
    'Rua Fradique Coutinho',
  ],
  Київ: ['Сагайдачного', 'Костянтинівська', 'Хорива', 'Верхній Вал', 'Ярославська'],
};

export const streetsOf = (city: string) => STREETS[city] ?? MOSCOW_STREETS;

/** Requests of guests to the kitchen, by currency; of others as in Moscow. */
const REQUESTS: Readonly<Record<string, string>> = {
  GBP: 'No onions, please',
  BRL: 'Sem cebola, por favor',
  UAH: 'Без цибулі, будь ласка',
};

export const requestOf = (currency: string) => REQUESTS[currency] ?? 'Без лука, пожалуйста';
