import { z } from 'zod';
import { FlowConditions, GivenAudience } from './calls.ts';
import { LONGEST_SEGMENT_TITLE, SEGMENT_KINDS } from './values.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Day, Instant, PageQuery, pageOf } from '#contract/primitives.ts';

export const SegmentId = z.uuid().brand<'SegmentId'>();
export type SegmentId = z.infer<typeof SegmentId>;

/** `current`: the contacts for whom the conditions hold now; `frozen`: those for whom they held when it was frozen. */
export const SegmentKind = z.enum(SEGMENT_KINDS);
export type SegmentKind = z.infer<typeof SegmentKind>;

/** A value of a condition that is there no more: a deleted service, tag, list or segment. */
export const LostValue = z.object({
  group: z.int(),
  condition: z.int(),
  value: z.string(),
});
export type LostValue = z.infer<typeof LostValue>;

/** A saved audience as lists show it. */
export const SegmentRow = z.object({
  id: SegmentId,
  title: z.string(),
  kind: SegmentKind,
  /** Contacts at the last count, and when that was. */
  size: z.int(),
  countedAt: Instant,
  updatedAt: Instant,
  /** By day, oldest first, of the last month. */
  sizes: z.array(z.int()),
  version: z.int(),
});
export type SegmentRow = z.infer<typeof SegmentRow>;

export const Segment = SegmentRow.extend({
  conditions: FlowConditions,
  lost: z.array(LostValue),
});
export type Segment = z.infer<typeof Segment>;

const OfSegment = z.object({ segmentId: SegmentId });
const Title = z
  .string()
  .overwrite(onOneLine)
  .min(1, { error: 'required' })
  .max(LONGEST_SEGMENT_TITLE, { error: 'too_long' });

export const listSegments = endpoint({
  method: 'GET',
  path: '/api/v1/segments',
  access: 'member',
  summary: 'Saved audiences in alphabetical order; search by a part of the title.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
  reply: pageOf(SegmentRow),
});

export const getSegment = endpoint({
  method: 'GET',
  path: '/api/v1/segments/:segmentId',
  access: 'member',
  summary: 'A saved audience with its conditions.',
  params: OfSegment,
  reply: Segment,
  problems: ['segment.not_found'],
});

export const createSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments',
  access: 'member',
  summary: 'Saves an audience; a frozen one keeps the contacts it has now.',
  takesIdempotencyKey: true,
  body: z.object({ title: Title, kind: SegmentKind.default('current'), conditions: GivenAudience }),
  reply: Segment,
  problems: ['segment.circle'],
});

/** The conditions of a frozen segment stay as they were. */
export const saveSegment = endpoint({
  method: 'PUT',
  path: '/api/v1/segments/:segmentId',
  access: 'member',
  summary: 'Changes the title and conditions of a saved audience.',
  params: OfSegment,
  body: z.object({
    title: Title,
    conditions: GivenAudience,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: Segment,
  problems: ['segment.not_found', 'segment.changed_meanwhile', 'segment.frozen', 'segment.circle'],
});

export const freezeSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments/:segmentId/freeze',
  access: 'member',
  summary: 'Keeps the contacts that an audience has now: it no longer follows its conditions.',
  params: OfSegment,
  reply: Segment,
  problems: ['segment.not_found'],
});

export const duplicateSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments/:segmentId/duplicate',
  access: 'member',
  summary: 'Copies the conditions of an audience into a new one that follows them.',
  takesIdempotencyKey: true,
  params: OfSegment,
  body: z.object({ title: Title }),
  reply: Segment,
  problems: ['segment.not_found'],
});

/** Conditions that refer to it name it as removed. */
export const deleteSegment = endpoint({
  method: 'DELETE',
  path: '/api/v1/segments/:segmentId',
  access: 'member',
  summary: 'Deletes a saved audience; its contacts stay.',
  params: OfSegment,
  problems: ['segment.not_found'],
});

/** For Undo. */
export const restoreSegment = endpoint({
  method: 'POST',
  path: '/api/v1/segments/:segmentId/restore',
  access: 'member',
  summary: 'Takes a deletion back.',
  params: OfSegment,
  reply: Segment,
  problems: ['segment.not_found'],
});

export const listSegmentSizes = endpoint({
  method: 'GET',
  path: '/api/v1/segments/:segmentId/sizes',
  access: 'member',
  summary: 'Size of a saved audience by day, oldest first, of the last year at most.',
  params: OfSegment,
  reply: z.object({ days: z.array(z.object({ day: Day, size: z.int() })) }),
  problems: ['segment.not_found'],
});

const Unsaved = z.object({
  conditions: GivenAudience,
  /** The segment whose conditions are edited. */
  segmentId: SegmentId.optional(),
});

export const countUnsaved = endpoint({
  method: 'POST',
  path: '/api/v1/segments/count',
  access: 'member',
  summary: 'Counts the contacts for whom conditions hold, and names the condition that leaves out the most.',
  body: Unsaved,
  reply: z.object({
    count: z.int(),
    /** All contacts of the cabinet. */
    total: z.int(),
    /** The condition, or the group of alternatives, without which most contacts would join; null: none leaves out anybody. */
    strictest: z.object({ group: z.int(), condition: z.int().nullable(), leavesOut: z.int() }).nullable(),
    lost: z.array(LostValue),
  }),
  problems: ['segment.circle'],
});

/** A contact of an audience with the values that its conditions compared. */
export const AudienceSample = z.object({
  id: ContactId,
  name: z.string(),
  phone: z.string().nullable(),
  /** In the order of the conditions; `values` are words or ids, numbers as text. */
  facts: z.array(z.object({ group: z.int(), condition: z.int(), holds: z.boolean(), values: z.array(z.string()) })),
});
export type AudienceSample = z.infer<typeof AudienceSample>;

export const sampleUnsaved = endpoint({
  method: 'POST',
  path: '/api/v1/segments/samples',
  access: 'member',
  summary: 'Five contacts for whom conditions hold, those with the newest visits first, and why.',
  body: Unsaved,
  reply: z.object({ people: z.array(AudienceSample) }),
  problems: ['segment.circle'],
});
