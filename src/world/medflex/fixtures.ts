import type { Account } from './state.ts';

const SPECIALITIES_RU = ['Терапевт', 'Кардиолог', 'Невролог', 'Гинеколог', 'Стоматолог', 'Педиатр'];
const SPECIALITIES_EN = [
  'General practitioner',
  'Cardiologist',
  'Neurologist',
  'Gynaecologist',
  'Dentist',
  'Paediatrician',
];

/** The clinics that seed the service: one account in Russian with two branches, one in English with one. */
export const MEDFLEX_ACCOUNTS: readonly Account[] = [
  {
    token: 'medflex-zdorovie-token',
    name: 'Клиника Здоровье',
    offsetHours: 3,
    specialities: SPECIALITIES_RU.map((name, at) => ({ id: 11 + at, name })),
    clinics: [
      aClinic(101, { name: 'Клиника Здоровье на Покровке', address: 'Москва, ул. Покровка, 20', canCancel: true }),
      aClinic(102, { name: 'Клиника Здоровье на Соколе', address: 'Москва, Ленинградский пр-т, 74', canCancel: false }),
    ],
    doctors: [
      aDoctor(501, 'Иванова Анна Сергеевна', { specialities: [11], clinics: [101], price: 2_500 }),
      aDoctor(502, 'Петров Илья Олегович', { specialities: [11, 12], clinics: [101, 102], price: 2_900 }),
      aDoctor(503, 'Смирнова Мария Павловна', { specialities: [13], clinics: [101], price: 3_100 }),
      aDoctor(504, 'Ким Светлана Юрьевна', { specialities: [14], clinics: [102], price: 2_800 }),
      aDoctor(505, 'Орлов Денис Викторович', { specialities: [15], clinics: [101], price: 1_900 }),
      aDoctor(506, 'Белова Ольга Игоревна', { specialities: [16], clinics: [102], price: 2_400 }),
    ],
  },
  {
    token: 'medflex-ember-token',
    name: 'Ember Clinic',
    offsetHours: 0,
    specialities: SPECIALITIES_EN.map((name, at) => ({ id: 21 + at, name })),
    clinics: [aClinic(201, { name: 'Ember Clinic', address: '12 Market Street, London', canCancel: true })],
    doctors: [
      aDoctor(601, 'Emma Hughes', { specialities: [21], clinics: [201], price: 90 }),
      aDoctor(602, 'Oliver Grant', { specialities: [21, 22], clinics: [201], price: 110 }),
      aDoctor(603, 'Ruby Nolan', { specialities: [25], clinics: [201], price: 75 }),
    ],
  },
];

/** An organisation with one clinic and one doctor, whose id is ten times the clinic's. */
export const anAccount = (token: string, clinicId: number): Account => ({
  token,
  name: `Клиника ${clinicId}`,
  offsetHours: 3,
  specialities: [{ id: 11, name: 'Терапевт' }],
  clinics: [aClinic(clinicId, { name: `Клиника ${clinicId}`, address: 'Москва', canCancel: true })],
  doctors: [
    aDoctor(clinicId * 10, 'Иванова Анна Сергеевна', { specialities: [11], clinics: [clinicId], price: 2_500 }),
  ],
});

function aClinic(id: number, about: { name: string; address: string; canCancel: boolean }): Account['clinics'][number] {
  return { id, ...about };
}

function aDoctor(
  id: number,
  name: string,
  about: Omit<Account['doctors'][number], 'id' | 'name'>,
): Account['doctors'][number] {
  return { id, name, ...about };
}
