import { LARNACA_CAST, TBILISI_CAST } from './cast-abroad.ts';
import { KYIV_CAST, LONDON_CAST, SAO_PAULO_CAST } from './cast-languages.ts';
import { type Person, aPerson } from './people.ts';

export type Role = {
  name: string;
  surname: string;
  phone: string;
  birthDate: string;
  sex: 0 | 1 | 2;
  email: string;
  username?: string;
  /** Earlier visits, as the booking system counts them. */
  visits: number;
  spent: number;
  comment?: string;
};

/** Clients of the salon in Moscow: names short and long, four countries, one without a phone. */
export const CAST: readonly Role[] = [
  {
    name: 'Анна',
    surname: 'Соколова',
    phone: '79160000001',
    birthDate: '1991-03-14',
    sex: 2,
    email: 'anna@example.test',
    username: 'anna_sokolova',
    visits: 8,
    spent: 28_400,
  },
  {
    name: 'Мария',
    surname: 'Лебедева',
    phone: '79160000002',
    birthDate: '1988-11-21',
    sex: 2,
    email: '',
    visits: 15,
    spent: 71_842,
    comment: 'Пьёт чай без сахара',
  },
  {
    name: 'Иван',
    surname: 'Кузнецов',
    phone: '79160000003',
    birthDate: '1985-07-02',
    sex: 1,
    email: 'ivan@example.test',
    username: 'kuznetsov_i',
    visits: 5,
    spent: 9500,
  },
  {
    name: 'Ольга',
    surname: 'Виноградова',
    phone: '79160000004',
    birthDate: '1979-12-30',
    sex: 2,
    email: '',
    visits: 22,
    spent: 134_900,
  },
  {
    name: 'Екатерина',
    surname: 'Константинопольская-Рождественская',
    phone: '79160000005',
    birthDate: '1994-05-09',
    sex: 2,
    email: 'katya@example.test',
    username: 'katya',
    visits: 3,
    spent: 12_600,
  },
  {
    name: 'Ия',
    surname: 'Ли',
    phone: '79160000006',
    birthDate: '2001-02-28',
    sex: 2,
    email: '',
    visits: 1,
    spent: 1900,
  },
  {
    name: 'Дмитрий',
    surname: 'Орлов',
    phone: '79160000007',
    birthDate: '1990-09-17',
    sex: 1,
    email: '',
    visits: 11,
    spent: 18_700,
  },
  {
    name: 'Luana',
    surname: 'Ferreira',
    phone: '5511987650008',
    birthDate: '1993-06-24',
    sex: 2,
    email: 'luana@example.test',
    username: 'lua_ferreira',
    visits: 2,
    spent: 8400,
  },
  {
    name: 'Оксана',
    surname: 'Шевченко',
    phone: '380671230009',
    birthDate: '1987-08-24',
    sex: 2,
    email: '',
    username: 'oksana_sh',
    visits: 4,
    spent: 15_300,
  },
  {
    name: 'Елена',
    surname: 'Морозова',
    phone: '79160000010',
    birthDate: '1970-01-01',
    sex: 2,
    email: '',
    visits: 6,
    spent: 22_100,
  },
  {
    name: 'Вера Павловна',
    surname: '',
    phone: '',
    birthDate: '1951-04-12',
    sex: 2,
    email: '',
    visits: 31,
    spent: 46_500,
    comment: 'Без телефона, записывается лично',
  },
  {
    name: 'Sophie',
    surname: 'Taylor',
    phone: '447700900012',
    birthDate: '1996-10-05',
    sex: 2,
    email: 'sophie@example.test',
    username: 'sophie_t',
    visits: 1,
    spent: 4200,
  },
];

/** Clients of the branch in Yekaterinburg; nobody goes to both, so that a message is easy to place. */
export const URAL_CAST: readonly Role[] = [
  {
    name: 'Татьяна',
    surname: 'Бажова',
    phone: '79220000021',
    birthDate: '1983-01-27',
    sex: 2,
    email: '',
    visits: 9,
    spent: 24300,
  },
  {
    name: 'Алексей',
    surname: 'Демидов',
    phone: '79220000022',
    birthDate: '1992-06-08',
    sex: 1,
    email: '',
    username: 'demidov',
    visits: 4,
    spent: 6400,
  },
  {
    name: 'Наталья',
    surname: 'Малахитова',
    phone: '79220000023',
    birthDate: '1976-10-19',
    sex: 2,
    email: '',
    visits: 17,
    spent: 58900,
  },
  {
    name: 'Юлия',
    surname: 'Каменская',
    phone: '79220000024',
    birthDate: '1999-03-03',
    sex: 2,
    email: '',
    visits: 2,
    spent: 4800,
  },
  {
    name: 'Роман',
    surname: 'Ежов',
    phone: '79220000025',
    birthDate: '1987-11-11',
    sex: 1,
    email: '',
    visits: 6,
    spent: 9600,
  },
];

/** Clients of the second business. */
export const LAVANDA_CAST: readonly Role[] = [
  {
    name: 'Алина',
    surname: 'Сафина',
    phone: '79270000031',
    birthDate: '1994-05-12',
    sex: 2,
    email: '',
    visits: 7,
    spent: 19_600,
  },
  {
    name: 'Тимур',
    surname: 'Галеев',
    phone: '79270000032',
    birthDate: '1989-09-30',
    sex: 1,
    email: '',
    username: 'timur_galeev',
    visits: 3,
    spent: 4_800,
  },
  {
    name: 'Emily',
    surname: 'Carter',
    phone: '447700900133',
    birthDate: '1990-02-17',
    sex: 2,
    email: 'emily@example.test',
    visits: 1,
    spent: 2_300,
  },
  {
    name: 'Диляра',
    surname: 'Юсупова',
    phone: '79270000034',
    birthDate: '1981-12-05',
    sex: 2,
    email: '',
    visits: 21,
    spent: 64_100,
  },
];

export function seedPeople(): Person[] {
  const abroad = [...TBILISI_CAST, ...LARNACA_CAST, ...LONDON_CAST, ...SAO_PAULO_CAST, ...KYIV_CAST];
  return [...CAST, ...URAL_CAST, ...LAVANDA_CAST, ...abroad]
    .filter((role) => role.phone !== '')
    .map((role) => ({
      ...aPerson(role.phone, role.name),
      username: role.username ?? null,
    }));
}
