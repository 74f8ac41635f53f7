import { z } from 'zod';
import type { DealFacts, DealTaskFacts } from '#server/connections/deal-port.ts';
import type { ClientFacts } from '#server/connections/port.ts';
import { EpochSeconds, isAmount } from '#server/platform/values/outside-numbers.ts';

/** The stage of won deals, and of lost ones; each pipeline has both. */
export const WON_STAGE = 142;
export const LOST_STAGE = 143;

const Id = z.int().transform(String);
const TextOrNone = z.string().nullish().catch(null);
const SecondsOrNone = EpochSeconds.nullish().catch(null);

const CustomField = z.object({
  field_id: z.number().nullish().catch(null),
  field_name: TextOrNone,
  field_code: TextOrNone,
  values: z
    .array(z.object({ value: z.unknown().optional() }))
    .nullish()
    .catch(null),
});
const CustomFields = z.array(CustomField).nullish().catch(null);
type CustomFields = z.output<typeof CustomFields>;

export const Lead = z.object({
  id: Id,
  name: TextOrNone,
  price: z.number().refine(isAmount).nullish(),
  responsible_user_id: Id.nullish().catch(null),
  status_id: Id,
  pipeline_id: Id,
  created_at: EpochSeconds,
  updated_at: EpochSeconds,
  closed_at: SecondsOrNone,
  is_deleted: z.boolean().nullish().catch(null),
  custom_fields_values: CustomFields,
  _embedded: z
    .object({
      tags: z
        .array(z.object({ name: z.string() }))
        .nullish()
        .catch(null),
      contacts: z
        .array(z.object({ id: Id, is_main: z.boolean().nullish().catch(null) }))
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

export const Contact = z.object({
  id: Id,
  name: TextOrNone,
  first_name: TextOrNone,
  custom_fields_values: CustomFields,
});

export const Task = z.object({
  id: Id,
  text: TextOrNone,
  complete_till: EpochSeconds,
  entity_id: z.int().nullish().catch(null),
  entity_type: TextOrNone,
  is_completed: z.boolean().nullish().catch(null),
  responsible_user_id: Id.nullish().catch(null),
  updated_at: EpochSeconds,
});

export const Pipeline = z.object({
  id: Id,
  name: z.string(),
  is_main: z.boolean().nullish().catch(null),
  _embedded: z.object({
    statuses: z.array(z.object({ id: z.int(), name: z.string(), sort: z.number().catch(0) })),
  }),
});

/** Names of users by their ids. */
export type UserNames = ReadonlyMap<string, string>;

export function toDeal(lead: z.output<typeof Lead>, currency: string, users: UserNames): DealFacts {
  const contacts = lead._embedded?.contacts ?? [];
  const responsibleId = lead.responsible_user_id ?? null;
  return {
    externalId: lead.id,
    title: lead.name ?? '',
    stage: { pipelineId: lead.pipeline_id, stageId: lead.status_id },
    priceMinor: minorOf(lead.price ?? 0, currency),
    responsibleId,
    responsibleName: (responsibleId && users.get(responsibleId)) ?? null,
    personIds: contacts.toSorted((a, b) => Number(b.is_main ?? false) - Number(a.is_main ?? false)).map(({ id }) => id),
    tags: (lead._embedded?.tags ?? []).map(({ name }) => name),
    fields: fieldsOf(lead.custom_fields_values),
    createdAt: instantOf(lead.created_at),
    changedAt: instantOf(lead.updated_at),
    closedAt: lead.closed_at ? instantOf(lead.closed_at) : null,
    isDeleted: lead.is_deleted === true,
  };
}

export function toPerson(contact: z.output<typeof Contact>): ClientFacts {
  return {
    externalId: contact.id,
    name: contact.name ?? '',
    ...(contact.first_name && { givenName: contact.first_name }),
    phone: valueOf(contact.custom_fields_values, 'PHONE'),
    email: valueOf(contact.custom_fields_values, 'EMAIL'),
    isNew: false,
    visitsCount: null,
  };
}

/** Returns null for a task that is not about a deal. */
export function toTask(task: z.output<typeof Task>, users: UserNames): DealTaskFacts | null {
  if (task.entity_type !== 'leads' || !task.entity_id) return null;
  return {
    externalId: task.id,
    dealId: String(task.entity_id),
    text: task.text ?? '',
    dueAt: instantOf(task.complete_till),
    isDone: task.is_completed === true,
    isDeleted: false,
    responsibleName: (task.responsible_user_id && users.get(task.responsible_user_id)) ?? null,
    changedAt: instantOf(task.updated_at),
  };
}

/** Converts an amount in the currency's main unit to minor units. */
export function minorOf(amount: number, currency: string): number {
  return Math.round(amount * 10 ** digitsOf(currency));
}

/** Converts minor units to the currency's main unit; the price of a deal is a whole number. */
export const majorOf = (minor: number, currency: string): number => Math.round(minor / 10 ** digitsOf(currency));

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

function fieldsOf(fields: CustomFields): Record<string, string> {
  const named = (fields ?? []).map((field): [string, string] => [
    field.field_name ?? String(field.field_id ?? ''),
    (field.values ?? [])
      .map(({ value }) => textOf(value))
      .filter(Boolean)
      .join(', '),
  ]);
  return Object.fromEntries(named.filter(([name, text]) => name && text));
}

function valueOf(fields: CustomFields, code: string): string | null {
  const field = (fields ?? []).find(({ field_code }) => field_code === code);
  return (field?.values ?? []).map(({ value }) => textOf(value)).find(Boolean) ?? null;
}

/** Objects, e.g. of files and of linked entities, have no text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : '';

const instantOf = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000);
