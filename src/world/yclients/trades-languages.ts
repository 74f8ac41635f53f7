import type { Trade } from './seeding.ts';

/** Services of the salons whose cabinets are the demos in other languages, each in its country's money. */
export const LONDON_TRADE: Trade = {
  pause: 'Break',
  masters: [
    ['Emma Hughes', 'Hair stylist', 1],
    ['Sophie Grant', 'Colourist', 1],
    ['Ruby Nguyen', 'Nail artist', 2],
    ['Liam Walsh', 'Barber', null],
    ['Isla Fraser', 'Brow artist', 3],
    ['Amara Cole', 'Nail artist', 2],
  ],
  services: [
    ['Hair', 'Cut and blow-dry', 55, 60, [0, 1]],
    ['Hair', 'Men’s haircut', 32, 45, [0, 3]],
    ['Hair', 'Full colour', 110, 120, [1]],
    ['Hair', 'Blow-dry', 35, 45, [0, 1]],
    ['Nails', 'Gel manicure', 42, 60, [2, 5]],
    ['Nails', 'Pedicure', 48, 60, [2, 5]],
    ['Face', 'Brow shape', 22, 30, [4]],
    ['Face', 'Lash lift', 55, 60, [4]],
  ],
};

export const SAO_PAULO_TRADE: Trade = {
  pause: 'Pausa',
  masters: [
    ['Fernanda Lima', 'Cabeleireira', 1],
    ['Patrícia Souza', 'Colorista', 1],
    ['Aline Barbosa', 'Manicure', 2],
    ['Diego Martins', 'Barbeiro', null],
    ['Vanessa Reis', 'Designer de sobrancelhas', 3],
    ['Carla Nunes', 'Manicure', 2],
  ],
  services: [
    ['Cabelo', 'Corte feminino', 150, 60, [0, 1]],
    ['Cabelo', 'Corte masculino', 80, 45, [0, 3]],
    ['Cabelo', 'Coloração', 290, 120, [1]],
    ['Cabelo', 'Escova', 90, 45, [0, 1]],
    ['Unhas', 'Manicure em gel', 120, 60, [2, 5]],
    ['Unhas', 'Pedicure', 75, 60, [2, 5]],
    ['Rosto', 'Design de sobrancelhas', 60, 30, [4]],
    ['Rosto', 'Lash lifting', 160, 60, [4]],
  ],
};

export const KYIV_TRADE: Trade = {
  pause: 'Перерва',
  masters: [
    ['Марія Бондар', 'Перукарка-стилістка', 1],
    ['Юлія Коваль', 'Колористка', 1],
    ['Світлана Довженко', 'Майстриня манікюру', 2],
    ['Назар Ковтун', 'Барбер', null],
    ['Дарина Шевчук', 'Бровистка', 3],
    ['Аліна Зінченко', 'Майстриня манікюру', 2],
  ],
  services: [
    ['Волосся', 'Жіноча стрижка', 750, 60, [0, 1]],
    ['Волосся', 'Чоловіча стрижка', 500, 45, [0, 3]],
    ['Волосся', 'Фарбування в один тон', 1900, 120, [1]],
    ['Волосся', 'Укладка', 550, 45, [0, 1]],
    ['Нігті', 'Манікюр із покриттям', 700, 60, [2, 5]],
    ['Нігті', 'Педикюр', 850, 60, [2, 5]],
    ['Обличчя', 'Корекція брів', 350, 30, [4]],
    ['Обличчя', 'Ламінування вій', 800, 60, [4]],
  ],
};
