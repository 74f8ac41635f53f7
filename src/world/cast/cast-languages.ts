import type { Role } from './cast.ts';

type Line = readonly [name: string, surname: string, phone: string, birthDate: string, visits: number, spent: number];

/** Women, unless the line is marked. */
const toRole =
  (men: readonly string[]) =>
  ([name, surname, phone, birthDate, visits, spent]: Line): Role => {
    const sex = men.includes(name) ? 1 : 2;
    return { name, surname, phone, birthDate, sex, email: '', visits, spent };
  };

const LONDON: readonly Line[] = [
  ['Anna', 'Clarke', '447700900201', '1991-03-14', 9, 640],
  ['Grace', 'Osei', '447700900202', '1987-07-02', 14, 1180],
  ['Oliver', 'Bennett', '447700900203', '1985-11-21', 6, 210],
  ['Priya', 'Raman', '447700900204', '1993-05-09', 4, 330],
  ['Chloe', 'Whitfield-Montgomery', '447700900205', '1996-10-05', 3, 260],
  ['Hannah', 'Doyle', '447700900206', '1979-12-30', 21, 1920],
  ['James', 'Okafor', '447700900207', '1990-09-17', 8, 300],
  ['Zoe', 'Lin', '447700900208', '2001-02-28', 1, 55],
  ['Megan', 'Price', '447700900209', '1988-08-24', 5, 420],
  ['Luca', 'Romano', '447700900210', '1994-01-06', 2, 90],
];

const SAO_PAULO: readonly Line[] = [
  ['Ana', 'Carvalho', '5511987650301', '1991-03-14', 9, 2100],
  ['Juliana', 'Ferreira', '5511987650302', '1987-07-02', 14, 3950],
  ['Rafael', 'Nogueira', '5511987650303', '1985-11-21', 6, 620],
  ['Camila', 'Rocha', '5511987650304', '1993-05-09', 4, 980],
  ['Beatriz', 'Albuquerque de Oliveira', '5511987650305', '1996-10-05', 3, 740],
  ['Márcia', 'Tavares', '5511987650306', '1979-12-30', 21, 6100],
  ['Bruno', 'Teixeira', '5511987650307', '1990-09-17', 8, 840],
  ['Luana', 'Prado', '5511987650308', '2001-02-28', 1, 120],
  ['Letícia', 'Moraes', '5511987650309', '1988-08-24', 5, 1230],
  ['Thiago', 'Lopes', '5511987650310', '1994-01-06', 2, 210],
];

const KYIV: readonly Line[] = [
  ['Анна', 'Мельник', '380671230401', '1991-03-14', 9, 7400],
  ['Ірина', 'Ткаченко', '380671230402', '1987-07-02', 14, 13_600],
  ['Андрій', 'Кравчук', '380671230403', '1985-11-21', 6, 2700],
  ['Соломія', 'Гнатюк', '380671230404', '1993-05-09', 4, 3900],
  ['Катерина', 'Нечуй-Левицька', '380671230405', '1996-10-05', 3, 2900],
  ['Людмила', 'Бойко', '380671230406', '1979-12-30', 21, 21_800],
  ['Тарас', 'Савчук', '380671230407', '1990-09-17', 8, 3400],
  ['Яна', 'Лі', '380671230408', '2001-02-28', 1, 550],
  ['Оксана', 'Руденко', '380671230409', '1988-08-24', 5, 4600],
  ['Богдан', 'Литвин', '380671230410', '1994-01-06', 2, 900],
];

/** Clients of the salon in London, whose cabinet is the English demo. */
export const LONDON_CAST = LONDON.map(toRole(['Oliver', 'James', 'Luca']));
/** Clients of the salon in São Paulo, whose cabinet is the Brazilian demo. */
export const SAO_PAULO_CAST = SAO_PAULO.map(toRole(['Rafael', 'Bruno', 'Thiago']));
/** Clients of the salon in Kyiv, whose cabinet is the Ukrainian demo. */
export const KYIV_CAST = KYIV.map(toRole(['Андрій', 'Тарас', 'Богдан']));
