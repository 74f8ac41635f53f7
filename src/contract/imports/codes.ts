/** Refusals of the room, and their HTTP statuses. */
export const IMPORTS_PROBLEMS = {
  'import.not_found': 404,
  'import.wrong_status': 409,
  'import.unreadable': 422,
  'import.empty': 422,
  'import.too_few_rows': 422,
  'import.too_many_rows': 422,
  'import.too_many_columns': 422,
  'import.row_too_long': 422,
  'import.too_complex': 422,
  'import.takes_too_long': 422,
} as const;
