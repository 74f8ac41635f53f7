/** States in which a provider does not let a template through, as far as we have words for them. */
const TEMPLATE_STATUSES = ['pending', 'rejected', 'paused', 'disabled', 'deleted', 'flagged', 'other'] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** The word for what a provider calls a template's state. */
export function templateStatusOf(status: string): TemplateStatus {
  return TEMPLATE_STATUSES.find((one) => one === status) ?? 'other';
}
