import type { TemplateLimits } from '#contract/channels/kind.ts';
import type { TemplateEditRule, TemplateParts, TemplateUse } from '#contract/templates/calls.ts';
import type { TemplateUseRow } from './port.ts';

/** Statuses in which the provider lets a template be changed. */
const CHANGEABLE: ReadonlySet<string> = new Set(['approved', 'rejected', 'paused']);

const HOURS_OF_MONTH = 30 * 24;

/** Why a template cannot be changed now, and from when it can; null where only another template helps. */
export type Editing = { rule: TemplateEditRule | null; from: Temporal.Instant | null };

/**
 * Decides whether a template may be changed. Rejected and paused ones may be as often as one likes, approved ones once a
 * day and ten times in 30 days.
 *
 * @param edits earlier changes of it while it was approved
 */
export function editingOf(
  template: { status: string; parts: TemplateParts | null; canBeEdited: boolean },
  limits: Pick<TemplateLimits, 'edits'>,
  edits: readonly Temporal.Instant[],
  now: Temporal.Instant,
): Editing {
  if (!limits.edits || !template.canBeEdited) return { rule: 'not_offered', from: null };
  if (template.parts === null) return { rule: 'form', from: null };
  if (!CHANGEABLE.has(template.status)) return { rule: 'status', from: null };
  if (template.status !== 'approved') return { rule: null, from: null };
  const { perDay, perMonth } = limits.edits;
  const month = whenAllowed(edits, perMonth, HOURS_OF_MONTH, now);
  if (month) return { rule: 'month', from: month };
  const day = whenAllowed(edits, perDay, 24, now);
  return day ? { rule: 'day', from: day } : { rule: null, from: null };
}

/** When the next change is allowed; null: now. */
function whenAllowed(
  edits: readonly Temporal.Instant[],
  most: number,
  hours: number,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const latest = edits.toSorted(Temporal.Instant.compare).at(-most);
  const from = latest?.add({ hours });
  return from && Temporal.Instant.compare(from, now) > 0 ? from : null;
}

/** Gathers the languages that each sender takes. */
export function gatherUses(rows: readonly TemplateUseRow[]): TemplateUse[] {
  const groups = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, id, title, status } = first;
    return [{ kind, id, title, status, languages: [...new Set(group.map(({ language }) => language))] }];
  });
}

/** Whether two templates say the same: a lost answer is found again by it. */
export function isSameText(one: TemplateParts | null | undefined, other: TemplateParts): boolean {
  return one?.body.trim() === other.body.trim() && one.buttons.length === other.buttons.length;
}
