import { defaultSettings } from '#server/reviews/storage/rules.ts';

type Ids = Record<'reviewId' | 'widgetId' | 'branchId' | 'visitId' | 'contactId' | 'mark', string>;

/** A row of each table of reviews, without the tenant. */
export function reviewRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const { reviewId, widgetId, branchId, visitId, contactId, mark } = ids;
  const at = ids.at.toString();
  return {
    rating_balances: { available: 100 },
    reviews: {
      id: reviewId,
      subject_key: `visit:${visitId}`,
      branch_id: branchId,
      visit_id: visitId,
      contact_id: contactId,
      stars: 2,
      tags: [mark],
      body: mark,
      language: 'ru',
      is_counted: true,
      created_at: at,
      updated_at: at,
    },
    review_widgets: {
      id: widgetId,
      branch_id: branchId,
      name: mark,
      settings: JSON.stringify(defaultSettings({ phone: null, email: null })),
      created_at: at,
      updated_at: at,
    },
  };
}
