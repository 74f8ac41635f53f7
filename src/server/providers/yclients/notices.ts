import { z } from 'zod';
import { type ChangeNotice, UnreadablePayload } from '#server/connections/port.ts';
import { isRecord } from '#server/platform/values/fields.ts';
import { Id } from './coerce.ts';
import { unknownFieldsOfPayload } from './known-fields.ts';

/** Payloads are unsigned: an id that cannot be the vendor's is not looked up. */
const PayloadId = Id.refine((id) => /^[\w-]{1,64}$/.test(id));

const Payload = z.object({ company_id: PayloadId, resource: z.string(), resource_id: PayloadId });

/** Our kind of each resource of the vendor. Staff is `staff` or `master`. */
const KIND_BY_RESOURCE: Readonly<Record<string, ChangeNotice['kind']>> = {
  record: 'visit',
  client: 'client',
  service: 'catalogue',
  service_category: 'catalogue',
  staff: 'catalogue',
  master: 'catalogue',
  company: 'catalogue',
  salon: 'catalogue',
};

/**
 * Parses one payload. It is unsigned, so only the reference of the changed resource is used.
 *
 * @throws {UnreadablePayload} when it is no payload of the vendor
 */
export function readPayload(body: Buffer): ChangeNotice {
  const json = parse(body);
  const payload = Payload.safeParse(isRecord(json) ? { ...idsShown(json['data']), ...json } : json);
  if (!payload.success) {
    const fields = payload.error.issues.map((issue) => issue.path.join('.') || 'body');
    throw new UnreadablePayload(`not understood: ${[...new Set(fields)].join(', ')}`);
  }
  const { resource } = payload.data;
  return {
    branchExternalId: payload.data.company_id,
    kind: KIND_BY_RESOURCE[resource] ?? 'other',
    externalId: payload.data.resource_id,
    unknownFields: unknownFieldsOfPayload(json, resource),
  };
}

/** Returns whether a payload contains the time its record changed. */
export const isTimed = (body: Buffer): boolean => body.includes('"last_change_date":"');

/** Returns the ids in the content of a payload, for payloads that omit them. */
function idsShown(data: unknown): Record<string, unknown> {
  return isRecord(data) ? { company_id: data['company_id'], resource_id: data['id'] } : {};
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new UnreadablePayload('not JSON');
  }
}
