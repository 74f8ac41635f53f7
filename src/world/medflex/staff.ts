import type { StaffAction, StaffTable, Words } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError, found } from '../values/control-error.ts';
import { MedflexError } from './errors.ts';
import { type Account, type Appointment, medflexState } from './state.ts';
import { allOf, moveTo, toAppointment, touch } from './trigger.ts';

const CELL_MS = 30 * 60_000;

type NewAppointment = {
  token: string;
  clinicId: number;
  doctorId: number;
  start: string;
  phone: string;
  firstName: string;
  lastName: string;
  refuses: boolean;
  isSilent?: boolean;
};

/** The clinic's staff books a patient. */
export function addByStaff(sim: Sim, order: NewAppointment): Appointment {
  const { accounts, agenda } = medflexState(sim);
  const account = found(
    accounts.find(({ token }) => token === order.token),
    'account',
  );
  const doctor = found(
    account.doctors.find(({ id, clinics }) => id === order.doctorId && clinics.includes(order.clinicId)),
    'doctor',
  );
  const hex = sim.ids.hex('medflex.agenda', 12);
  const added: Appointment = {
    uuid: `a9e0da00-0000-4000-8000-${hex}`,
    token: account.token,
    doctorId: doctor.id,
    clinicId: order.clinicId,
    specialityId: doctor.specialities[0] ?? 0,
    start: order.start,
    end: endOf(order.start),
    price: doctor.price,
    patient: {
      mobile_phone: order.phone.replaceAll(/\D/g, ''),
      first_name: order.firstName,
      second_name: '',
      last_name: order.lastName,
      birthday: '1990-05-01',
    },
    isCancelled: false,
    refuses: order.refuses,
  };
  agenda.push(added);
  touch(sim, account, added, order.isSilent);
  return added;
}

export function changeByStaff(
  sim: Sim,
  uuid: string,
  {
    status,
    start,
    refuses,
  }: { status?: Appointment['status']; start?: string | undefined; refuses?: boolean | undefined },
): Appointment {
  const { account, one } = findOne(sim, uuid);
  if (start !== undefined) byStaff(() => moveTo(sim, account, one, { start, end: endOf(start) }));
  if (refuses !== undefined) one.refuses = refuses;
  if (status !== undefined) {
    one.status = status;
    touch(sim, account, one);
  }
  return one;
}

export function cancelByStaff(sim: Sim, uuid: string): Appointment {
  const { account, one } = findOne(sim, uuid);
  one.isCancelled = true;
  touch(sim, account, one);
  return one;
}

/** The clinic's staff deletes an appointment: it is in no list any more. */
export function removeByStaff(sim: Sim, uuid: string): void {
  const { one } = findOne(sim, uuid);
  const state = medflexState(sim);
  state.agenda = state.agenda.filter((each) => each !== one);
  state.appointments = state.appointments.filter((each) => each !== one);
  sim.changed('medflex');
}

function findOne(sim: Sim, uuid: string): { account: Account; one: Appointment } {
  for (const account of medflexState(sim).accounts) {
    const one = allOf(sim, account).find((each) => each.uuid === uuid);
    if (one) return { account, one };
  }
  throw new ControlError(404, 'appointment not found');
}

function byStaff(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof MedflexError) throw new ControlError(409, error.message);
    throw error;
  }
}

const endOf = (start: string) =>
  new Date(Date.parse(`${start.replace(' ', 'T')}:00Z`) + CELL_MS).toISOString().slice(0, 16).replace('T', ' ');

const words = (en: string, ru: string, pt_br: string, uk: string): Words => ({ en, ru, pt_br, uk });

const WHEN = words('Time', 'Время', 'Horário', 'Час');

const whenField = (value: string) => ({ name: 'start', label: WHEN, kind: 'when' as const, options: null, value });
const text = (name: string, label: Words) => ({ name, label, kind: 'text' as const, options: null, value: '' });

const statusAction = (id: string, title: Words, run: (sim: Sim, uuid: string) => void): StaffAction => ({
  id,
  title,
  fields: () => [],
  run: (sim, rowId) => run(sim, rowId ?? ''),
});

/** The clinics' own appointments, as their staff sees them. */
export const APPOINTMENTS: StaffTable = {
  id: 'medflex-appointments',
  title: words('Appointments', 'Записи пациентов', 'Consultas', 'Записи пацієнтів'),
  columns: [
    WHEN,
    words('Patient', 'Пациент', 'Paciente', 'Пацієнт'),
    words('Phone', 'Телефон', 'Telefone', 'Телефон'),
    words('Doctor', 'Врач', 'Médico', 'Лікар'),
    words('Clinic', 'Клиника', 'Clínica', 'Клініка'),
    words('Status', 'Статус', 'Status', 'Статус'),
  ],
  rows: (sim) =>
    medflexState(sim)
      .accounts.flatMap((account) => allOf(sim, account).map((one) => ({ one, shown: toAppointment(account, one) })))
      .toSorted((a, b) => (a.one.start < b.one.start ? 1 : -1))
      .map(({ one, shown }) => ({
        id: one.uuid,
        cells: [
          one.start,
          `${one.patient.first_name} ${one.patient.last_name}`.trim(),
          `+${one.patient.mobile_phone}`,
          shown.doctor_full_name,
          shown.lpu_name,
          shown.status,
        ],
      })),
  actions: [
    {
      id: 'new',
      title: words('Book a patient', 'Записать пациента', 'Marcar consulta', 'Записати пацієнта'),
      isNew: true,
      fields: (sim) => [
        {
          name: 'doctor',
          label: words('Doctor', 'Врач', 'Médico', 'Лікар'),
          kind: 'choice',
          options: medflexState(sim).accounts.flatMap(({ token, name, doctors }) =>
            doctors.map((doctor) => ({
              value: `${token} ${doctor.clinics[0]} ${doctor.id}`,
              label: `${name}: ${doctor.name}`,
            })),
          ),
          value: '',
        },
        whenField(''),
        text('firstName', words('First name', 'Имя', 'Nome', "Ім'я")),
        text('lastName', words('Last name', 'Фамилия', 'Sobrenome', 'Прізвище')),
        text('phone', words('Phone', 'Телефон', 'Telefone', 'Телефон')),
      ],
      run(sim, _rowId, { doctor = '', start = '', firstName = '', lastName = '', phone = '' }) {
        const [token = '', clinicId, doctorId] = doctor.split(' ');
        addByStaff(sim, {
          token,
          clinicId: Number(clinicId),
          doctorId: Number(doctorId),
          start: start.replace('T', ' '),
          phone,
          firstName,
          lastName,
          refuses: false,
        });
      },
    },
    {
      id: 'move',
      title: words('Move', 'Перенести', 'Remarcar', 'Перенести'),
      fields: (sim, rowId) => [whenField(rowId === null ? '' : findOne(sim, rowId).one.start.replace(' ', 'T'))],
      run: (sim, rowId, { start = '' }) => void changeByStaff(sim, rowId ?? '', { start: start.replace('T', ' ') }),
    },
    statusAction(
      'cancel',
      words('Cancel', 'Отменить', 'Cancelar', 'Скасувати'),
      (sim, uuid) => void cancelByStaff(sim, uuid),
    ),
    statusAction('remove', words('Delete', 'Удалить', 'Excluir', 'Видалити'), removeByStaff),
    statusAction(
      'arrived',
      words('The patient came', 'Пациент пришёл', 'O paciente veio', 'Пацієнт прийшов'),
      (sim, uuid) => void changeByStaff(sim, uuid, { status: 'arrived' }),
    ),
  ],
};
