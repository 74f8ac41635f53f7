/** What a provider makes of a template that it does not let through, by the words we have for it. */
const TEMPLATE_STATUSES = ['pending', 'rejected', 'paused', 'disabled', 'deleted', 'flagged', 'other'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** The word for what a provider calls a template's state. */
export function templateStatusOf(status: string): TemplateStatus {
  return TEMPLATE_STATUSES.find((one) => one === status) ?? 'other';
}
