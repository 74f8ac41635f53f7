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

/** Doctors of a demo's clinic: name, specialities by their places in the list, clinics by theirs, price. */
type DemoDoctor = readonly [name: string, specialities: readonly number[], clinics: readonly number[], price: number];

type DemoClinic = Pick<Account, 'token' | 'name' | 'offsetHours'> & {
  /** Ids of its parts begin with it. */
  series: number;
  specialities: readonly string[];
  clinics: readonly (readonly [name: string, address: string])[];
  doctors: readonly DemoDoctor[];
};

const CLINICS_OF_DEMOS: readonly DemoClinic[] = [
  {
    series: 3,
    token: 'medflex-ryabina-token',
    name: 'Клиника Рябина',
    offsetHours: 3,
    specialities: SPECIALITIES_RU,
    clinics: [
      ['Клиника Рябина, Таганка', 'Москва, ул. Таганская, 31'],
      ['Клиника Рябина, Сокол', 'Москва, Ленинградский пр-т, 80'],
    ],
    doctors: [
      ['Соколова Вера Андреевна', [0], [0], 2_500],
      ['Гришин Павел Олегович', [1], [0, 1], 3_200],
      ['Тихонова Мария Львовна', [2], [0], 3_100],
      ['Ким Светлана Юрьевна', [3], [1], 2_900],
      ['Орлов Денис Викторович', [4], [0], 2_200],
      ['Белова Ольга Игоревна', [5], [1], 2_400],
    ],
  },
  {
    series: 4,
    token: 'medflex-rowan-token',
    name: 'Rowan Clinic',
    offsetHours: 0,
    specialities: SPECIALITIES_EN,
    clinics: [['Rowan Clinic', '27 Amwell Street, London']],
    doctors: [
      ['Helen Marsh', [0], [0], 90],
      ['Oliver Grant', [1], [0], 140],
      ['Priya Nair', [3], [0], 130],
      ['Ruby Nolan', [4], [0], 75],
      ['Thomas Avery', [5], [0], 95],
    ],
  },
  {
    series: 5,
    token: 'medflex-ipe-token',
    name: 'Clínica Ipê',
    offsetHours: -3,
    specialities: ['Clínico geral', 'Cardiologista', 'Neurologista', 'Ginecologista', 'Dentista', 'Pediatra'],
    clinics: [['Clínica Ipê', 'Rua Oscar Freire, 620, São Paulo']],
    doctors: [
      ['Helena Prates', [0], [0], 280],
      ['Rodrigo Sales', [1], [0], 420],
      ['Marina Couto', [3], [0], 380],
      ['Diego Farias', [4], [0], 220],
      ['Lúcia Andrade', [5], [0], 300],
    ],
  },
  {
    series: 6,
    token: 'medflex-kalyna-token',
    name: 'Клініка Калина',
    offsetHours: 2,
    specialities: ['Терапевт', 'Кардіолог', 'Невролог', 'Гінеколог', 'Стоматолог', 'Педіатр'],
    clinics: [['Клініка Калина', 'Київ, вул. Рейтарська, 14']],
    doctors: [
      ['Савчук Ірина Петрівна', [0], [0], 700],
      ['Бондар Андрій Ігорович', [1], [0], 950],
      ['Мельник Оксана Юріївна', [3], [0], 900],
      ['Лисенко Максим Олегович', [4], [0], 800],
      ['Гнатюк Соломія Андріївна', [5], [0], 650],
    ],
  },
];

/** The clinics of the demos, one in each language; their days are full. */
export const DEMO_CLINICS: readonly Account[] = CLINICS_OF_DEMOS.map(
  ({ series, token, name, offsetHours, specialities, clinics, doctors }) => {
    const [speciality, clinic, doctor] = [series * 10 + 1, series * 100 + 1, series * 100 + 501];
    return {
      token,
      name,
      offsetHours,
      specialities: specialities.map((one, at) => ({ id: speciality + at, name: one })),
      clinics: clinics.map(([title, address], at) => aClinic(clinic + at, { name: title, address, canCancel: true })),
      doctors: doctors.map(([full, ofSpecialities, ofClinics, price], at) =>
        aDoctor(doctor + at, full, {
          specialities: ofSpecialities.map((place) => speciality + place),
          clinics: ofClinics.map((place) => clinic + place),
          price,
        }),
      ),
    };
  },
);

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
