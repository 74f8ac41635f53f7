import { z } from 'zod';

/** Ids are integers in MedFlex, and texts in our terms. */
const Id = z.union([z.int(), z.string().min(1)]).transform(String);
const Amount = z.coerce.number().finite().catch(0);
/** `YYYY-MM-DD HH:MM`, also with seconds or a T. */
const Wall = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/)
  .transform((text) => Temporal.PlainDateTime.from(text.replace(' ', 'T')));

export const Speciality = z.object({ id: Id, name: z.string() });

export const Clinic = z.object({
  id: Id,
  name: z.string(),
  address: z.string().nullish(),
  is_visible: z.boolean().nullish(),
  direct_appointment_is_supported: z.boolean().nullish(),
  cancel_appointment_is_supported: z.boolean().nullish(),
});

export const Doctor = z.object({
  id: Id,
  efio: z.string(),
  specialities: z.array(Speciality).nullish(),
  lpus: z.array(z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])).nullish(),
  prices: z.array(z.object({ lpu_id: Id.nullish(), speciality_id: Id, price: Amount })).nullish(),
});

const Cells = z.array(z.object({ dt_start: Wall, dt_end: Wall })).nullish();

/** One part of a schedule: doctors below their clinic, or one doctor in one clinic. */
export const SchedulePart = z.union([
  z.object({ lpu_id: Id, schedule: z.array(z.object({ doctor_id: Id, cells: Cells })) }),
  z
    .object({ lpu_id: Id, doctor_id: Id, cells: Cells })
    .transform(({ lpu_id, ...doctor }) => ({ lpu_id, schedule: [doctor] })),
]);

export const Claim = z.object({ claim_id: z.string().min(1) });

export const Appointment = z.object({
  uuid: z.string().min(1),
  date: z.iso.date(),
  time_start: z.string().regex(/^\d\d:\d\d(:\d\d)?$/),
  canceled: z.boolean().nullish(),
  lpu: z.object({ id: Id }),
  doctor: z.object({ id: Id }),
});

const TextOrNone = z
  .string()
  .trim()
  .nullish()
  .catch(null)
  .transform((text) => text || null);
const IdOrNone = Id.nullish()
  .catch(null)
  .transform((id) => id ?? null);
const Flag = z.boolean().nullish().catch(null);

/** A branch in the trigger API. `time_offset`: hours from UTC as a number, or `+03:00`. */
export const TriggerBranch = z.object({
  id: Id,
  name: z.string(),
  address: TextOrNone,
  time_offset: z.union([z.number(), z.string()]).nullish().catch(null),
});

/** An appointment in the trigger API and in its payloads; two spellings of some fields have been seen. */
export const TriggerAppointment = z
  .object({
    uuid: Id.nullish(),
    id: Id.nullish(),
    status: TextOrNone,
    dt_start: z.string().nullish(),
    start_time: z.string().nullish(),
    dt_end: z.string().nullish(),
    lpu_id: Id,
    doctor_id: IdOrNone,
    doctor_full_name: TextOrNone,
    speciality_name: TextOrNone,
    service_name: TextOrNone,
    patient: z
      .object({
        first_name: TextOrNone,
        second_name: TextOrNone,
        last_name: TextOrNone,
        mobile_phone: TextOrNone,
        birthday: TextOrNone,
        refused_notifications: Flag,
      })
      .nullish()
      .catch(null),
    patient_phone: TextOrNone,
    phone: TextOrNone,
    patient_full_name: TextOrNone,
    patient_name: TextOrNone,
    price: Amount,
    updated_at: TextOrNone,
    created_at: TextOrNone,
  })
  .transform(({ uuid, id, dt_start: start, start_time: otherStart, ...rest }) => ({
    ...rest,
    uuid: uuid ?? id ?? '',
    start: start ?? otherStart ?? '',
  }))
  .refine(({ uuid }) => uuid !== '', { path: ['uuid'] });
export type TriggerAppointment = z.output<typeof TriggerAppointment>;

/** A page of a list, under either of its names, or the bare list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.union([
    z.array(item).transform((items) => ({ items, hasNext: false, pages: 1, total: items.length as number | null })),
    z
      .object({
        count: z.int().nullish(),
        num_pages: z.int().nullish(),
        links: z.object({ next: z.string().nullish() }).nullish(),
        data: z.array(item).optional(),
        results: z.array(item).optional(),
      })
      .refine(({ data, results }) => data !== undefined || results !== undefined)
      .transform(({ data, results, links, num_pages: pages, count }) => ({
        items: data ?? results ?? [],
        hasNext: typeof links?.next === 'string',
        pages: pages ?? 1,
        total: count ?? null,
      })),
  ]);
