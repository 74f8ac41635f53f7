import type { ChannelEvent } from '#server/channels/port.ts';
import type { TemplateCategoryUpdate, TemplateQualityUpdate, TemplateUpdate } from './webhook-shapes.ts';
import type { z } from 'zod';

type TemplateEvent = Extract<ChannelEvent, { kind: 'template' }>;

/** Events that are not statuses: the template they are about is approved. */
const LEAVES_APPROVED: ReadonlySet<string> = new Set(['flagged', 'reinstated', 'unarchived', 'unpaused']);
/** 360dialog's own words for a template in review. */
const IN_REVIEW: ReadonlySet<string> = new Set(['submitted', 'created', 'in_review']);

/** A status in lower case; a value that we do not know is kept, and such a template is not sent. */
export function statusOf(status: string): string {
  const lower = status.toLowerCase();
  if (LEAVES_APPROVED.has(lower)) return 'approved';
  return IN_REVIEW.has(lower) ? 'pending' : lower;
}

/** Why: the reason of a rejection, or the title of a pause, e.g. `FIRST_PAUSE`. */
export function toTemplateStatus(update: z.infer<typeof TemplateUpdate>): TemplateEvent {
  const event = update.event.toLowerCase();
  const given = [update.reason, update.other_info?.title].find((text) => text && text !== 'NONE' && text !== 'UNPAUSE');
  return {
    kind: 'template',
    name: update.message_template_name,
    language: update.message_template_language,
    status: statusOf(event),
    reason: given ?? (event === 'flagged' ? 'FLAGGED' : null),
    ...(update.message_template_category && { category: update.message_template_category.toLowerCase() }),
  };
}

export function toTemplateQuality(update: z.infer<typeof TemplateQualityUpdate>): TemplateEvent {
  return {
    kind: 'template',
    name: update.message_template_name,
    language: update.message_template_language,
    quality: update.new_quality_score.toLowerCase(),
  };
}

/** Null for the notice of a change that is still ahead. */
export function toTemplateCategory(update: z.infer<typeof TemplateCategoryUpdate>): TemplateEvent | null {
  if (!update.new_category) return null;
  return {
    kind: 'template',
    name: update.message_template_name,
    language: update.message_template_language,
    category: update.new_category.toLowerCase(),
  };
}
