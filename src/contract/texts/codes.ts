/** Refusals of the room, and their HTTP statuses. */
export const TEXTS_PROBLEMS = {
  'file.too_big': 413,
  'file.wrong_type': 415,
  'file.not_found': 404,
  'file.quota_exhausted': 409,
  'file.too_many_pixels': 422,
  'file.wrong_shape': 422,
  'file.wrong_colors': 422,
  'file.too_many_at_once': 429,
  'file.too_slow': 422,
  'file.storage_full': 507,
} as const;
