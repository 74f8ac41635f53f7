/** Refusals of the flower shop of assistants, and their HTTP statuses. */
export const FLOWER_SHOP_PROBLEMS = {
  'catalogue.unreadable': 422,
  'catalogue.too_many_items': 422,
  'catalogue.no_columns': 422,
  'catalogue.empty': 422,
  'flower_order.not_found': 404,
} as const;
