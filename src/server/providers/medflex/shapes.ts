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

/** A page of a list, under either of its names. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      num_pages: z.int().nullish(),
      links: z.object({ next: z.string().nullish() }).nullish(),
      data: z.array(item).optional(),
      results: z.array(item).optional(),
    })
    .refine(({ data, results }) => data !== undefined || results !== undefined)
    .transform(({ data, results, links, num_pages: pages }) => ({
      items: data ?? results ?? [],
      hasNext: typeof links?.next === 'string',
      pages: pages ?? 1,
    }));
