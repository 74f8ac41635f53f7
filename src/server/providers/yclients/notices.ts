import { z } from 'zod';
import { type ChangeNotice, UnreadablePayload } from '#server/connections/port.ts';
import { isRecord } from '#server/platform/fields.ts';
import { Id } from './coerce.ts';
import { unknownFieldsOfPayload } from './known-fields.ts';

/** Anybody who knows the address may post: an id that cannot be the vendor's is not looked up. */
const PostedId = Id.refine((id) => /^[\w-]{1,64}$/.test(id));

const Post = z.object({ company_id: PostedId, resource: z.string(), resource_id: PostedId });

/** What each resource of the vendor is to us. The setting for staff is called `master`; either may come. */
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
 * Reads one post. It is unsigned, so nothing of its content is believed but what to look at.
 *
 * @throws {UnreadablePayload} when it is no post of the vendor
 */
export function readPayload(body: Buffer): ChangeNotice {
  const json = parse(body);
  const payload = Post.safeParse(isRecord(json) ? { ...idsShown(json['data']), ...json } : json);
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

/** Whether a payload says when its record was changed. */
export const isTimed = (body: Buffer): boolean => body.includes('"last_change_date":"');

/** Ids that a post leaves out stand in what it shows. */
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
