import type { Trade } from './seeding.ts';

/** Services of the salons in Russia. */
export const BEAUTY: Trade = {
  pause: 'Перерыв',
  masters: [
    ['Анна Белова', 'Парикмахер-стилист', 1],
    ['Марина Кравец', 'Колорист', 1],
    ['Светлана Ким', 'Мастер маникюра', 2],
    ['Артём Волков', 'Барбер', null],
    ['Юлия Романенко', 'Бровист', 3],
  ],
  services: [
    ['Волосы', 'Женская стрижка', 2400, 60, [0, 1]],
    ['Волосы', 'Мужская стрижка', 1600, 45, [0, 3]],
    ['Волосы', 'Окрашивание в один тон', 5200, 120, [1]],
    ['Волосы', 'Укладка', 1500, 45, [0, 1]],
    ['Ногти', 'Маникюр с покрытием', 2300, 90, [2]],
    ['Ногти', 'Педикюр', 2900, 90, [2]],
    ['Лицо', 'Коррекция бровей', 900, 30, [4]],
    ['Лицо', 'Ламинирование ресниц', 2500, 75, [4]],
  ],
};

/** Services of the salon abroad, in its own language and currency. */
export const BEAUTY_ABROAD: Trade = {
  pause: 'Break',
  masters: [
    ['Nino Kapanadze', 'Hair stylist', 1],
    ['Levan Gelashvili', 'Barber', 1],
    ['Elena Petrou', 'Nail artist', 2],
    ['Tamar Beridze', 'Brow artist', null],
  ],
  services: [
    ['Hair', 'Haircut and styling', 90, 60, [0]],
    ['Hair', 'Men’s haircut', 50, 45, [0, 1]],
    ['Hair', 'Balayage', 320, 150, [0]],
    ['Hair', 'Beard trim', 35, 30, [1]],
    ['Nails', 'Gel manicure', 70, 90, [2]],
    ['Nails', 'Pedicure', 85, 75, [2]],
    ['Face', 'Brow lamination', 60, 45, [3]],
    ['Face', 'Lash lift', 95, 60, [3]],
  ],
};
