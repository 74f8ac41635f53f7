import { z } from 'zod';
import { type BookingNotice, UnreadablePost } from '#server/connections/port.ts';
import { isRecord } from '#server/platform/fields.ts';
import { Id } from './coerce.ts';
import { unknownFieldsOfPost } from './known-fields.ts';

/** Anybody who knows the address may post: an id that cannot be the vendor's is not looked up. */
const PostedId = Id.refine((id) => /^[\w-]{1,64}$/.test(id));

const Post = z.object({ company_id: PostedId, resource: z.string(), resource_id: PostedId });

/** What each resource of the vendor is to us. The setting for staff is called `master`; either may come. */
const KIND_BY_RESOURCE: Readonly<Record<string, BookingNotice['kind']>> = {
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
 * @throws {UnreadablePost} when it is no post of the vendor
 */
export function readPost(body: Buffer): BookingNotice {
  const json = parse(body);
  const post = Post.safeParse(isRecord(json) ? { ...idsShown(json['data']), ...json } : json);
  if (!post.success) {
    const fields = post.error.issues.map((issue) => issue.path.join('.') || 'body');
    throw new UnreadablePost(`not understood: ${[...new Set(fields)].join(', ')}`);
  }
  const { resource } = post.data;
  return {
    branchExternalId: post.data.company_id,
    kind: KIND_BY_RESOURCE[resource] ?? 'other',
    externalId: post.data.resource_id,
    unknownFields: unknownFieldsOfPost(json, resource),
  };
}

/** Ids that a post leaves out stand in what it shows. */
function idsShown(data: unknown): Record<string, unknown> {
  return isRecord(data) ? { company_id: data['company_id'], resource_id: data['id'] } : {};
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new UnreadablePost('not JSON');
  }
}
