import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Instant, Language, PageQuery, pageOf } from '#contract/primitives.ts';
import {
  CHECKLIST_KINDS,
  CHECKLIST_TRADES,
  ITEM_PARTS,
  LONGEST_ITEM_WORDS,
  MOST_CHECKLISTS,
  MOST_ITEMS,
} from './values.ts';

export const ChecklistId = z.uuid().brand<'ChecklistId'>();
export type ChecklistId = z.infer<typeof ChecklistId>;

const line = (most: number) =>
  z.string().overwrite(onOneLine).min(1, { error: 'required' }).max(most, { error: 'too_long' });

/** One question about a talk that is answered by yes, no or "does not apply". */
export const ChecklistItem = z.object({
  /** As it was read, so that verdicts of saves can be compared; an id that the checklist does not have is replaced by a new one. */
  id: z.uuid(),
  words: line(LONGEST_ITEM_WORDS),
  /** Share of the score. */
  weight: z.int().min(1, { error: 'range' }).max(10, { error: 'range' }).default(1),
  /** A "no" makes the score of the talk 0. */
  isCritical: z.boolean().default(false),
  mayNotApply: z.boolean().default(true),
  part: z.enum(ITEM_PARTS).default('whole'),
  /** Possible causes of a "no", for the person who looks at it. */
  rootCauses: z.array(line(80)).max(8, { error: 'too_numerous' }).default([]),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const ChecklistSettings = z.object({
  title: line(120),
  kind: z.enum(CHECKLIST_KINDS).default('both'),
  items: z
    .array(ChecklistItem)
    .max(MOST_ITEMS, { error: 'too_numerous' })
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { error: 'repeated' }),
});
export type ChecklistSettings = z.infer<typeof ChecklistSettings>;

/** Agreement of people with the verdicts on an item. */
export const ItemAgreement = z.object({
  itemId: z.uuid(),
  /** Verdicts of the model. */
  judged: z.int(),
  /** Verdicts of the model that a person changed. */
  changed: z.int(),
});
export type ItemAgreement = z.infer<typeof ItemAgreement>;

export const Checklist = z.object({
  id: ChecklistId,
  /** Rises with each save. A report keeps the checklist as it was. */
  version: z.int(),
  settings: ChecklistSettings,
  agreement: z.array(ItemAgreement),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Checklist = z.infer<typeof Checklist>;

const OfChecklist = z.object({ checklistId: ChecklistId });

export const listChecklists = endpoint({
  method: 'GET',
  path: '/api/v1/quality/checklists',
  access: 'member',
  summary: 'Checklists, the newest first.',
  query: PageQuery,
  reply: pageOf(Checklist),
});

export const createChecklist = endpoint({
  method: 'POST',
  path: '/api/v1/quality/checklists',
  access: 'member',
  summary: `Makes a checklist; at most ${MOST_CHECKLISTS}.`,
  takesIdempotencyKey: true,
  body: ChecklistSettings,
  reply: Checklist,
  problems: ['checklist.limit_reached', 'checklist.empty'],
});

/** Preview of a ready checklist. */
export const listReadyChecklists = endpoint({
  method: 'GET',
  path: '/api/v1/quality/checklists/ready',
  access: 'member',
  summary: 'Ready checklists of trades with their questions.',
  query: z.object({ language: Language }),
  reply: z.object({
    checklists: z.array(
      z.object({ trade: z.enum(CHECKLIST_TRADES), title: z.string(), questions: z.array(z.string()) }),
    ),
  }),
});

export const addReadyChecklist = endpoint({
  method: 'POST',
  path: '/api/v1/quality/checklists/ready',
  access: 'member',
  summary: 'Makes the ready checklist of a trade.',
  takesIdempotencyKey: true,
  body: z.object({ trade: z.enum(CHECKLIST_TRADES), language: Language }),
  reply: Checklist,
  problems: ['checklist.limit_reached'],
});

export const saveChecklist = endpoint({
  method: 'PUT',
  path: '/api/v1/quality/checklists/:checklistId',
  access: 'member',
  summary: 'Changes a checklist. Reports that exist keep theirs.',
  params: OfChecklist,
  /** `version`: the one that was edited. */
  body: ChecklistSettings.extend({ version: z.int() }),
  reply: Checklist,
  problems: ['checklist.not_found', 'checklist.empty', 'checklist.changed'],
});

export const deleteChecklist = endpoint({
  method: 'DELETE',
  path: '/api/v1/quality/checklists/:checklistId',
  access: 'member',
  summary: 'Deletes a checklist; it can be restored. Reports stay.',
  params: OfChecklist,
  problems: ['checklist.not_found'],
});

/** For Undo. */
export const restoreChecklist = endpoint({
  method: 'POST',
  path: '/api/v1/quality/checklists/:checklistId/restore',
  access: 'member',
  summary: 'Restores a deleted checklist.',
  params: OfChecklist,
  reply: Checklist,
  problems: ['checklist.not_found', 'checklist.limit_reached'],
});
