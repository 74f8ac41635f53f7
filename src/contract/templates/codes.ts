/** Refusals of the room, and their HTTP statuses. */
export const TEMPLATES_PROBLEMS = {
  'template.not_found': 404,
  'template_draft.not_found': 404,
  'template.draft_limit': 409,
  'template.invalid': 422,
  'template.refused': 422,
  'template.not_offered': 409,
  'template.edit_not_allowed': 409,
} as const;
