import { randomUUID } from 'node:crypto';

type Ids = Record<'replyId' | 'replyWidgetId' | 'reviewId' | 'mark', string>;

/** A row of each table of replies to reviews, without the tenant. */
export function replyRows(ids: Ids & { at: Temporal.Instant }): Record<string, Record<string, unknown>> {
  const at = ids.at.toString();
  const rule = { id: 'rest', source: null, starsFrom: 1, starsTo: 5, text: 'any', way: 'model', templates: [] };
  const settings = {
    sources: ['own'],
    rules: [rule],
    instruction: ids.mark,
    tone: 'friendly',
    signature: '',
    delayMinutes: 60,
    approvalBelow: 4,
  };
  return {
    ai_review_balances: { available: 20 },
    reply_widgets: {
      id: ids.replyWidgetId,
      title: ids.mark,
      is_enabled: true,
      settings: JSON.stringify(settings),
      created_at: at,
      updated_at: at,
    },
    platform_reviews: {
      id: randomUUID(),
      source: 'google',
      author_name: ids.mark,
      stars: 5,
      body: ids.mark,
      fingerprint: ids.mark,
      created_at: at,
    },
    review_replies: {
      id: ids.replyId,
      widget_id: ids.replyWidgetId,
      review_id: ids.reviewId,
      source: 'own',
      state: 'approval',
      reason: 'low_stars',
      body: ids.mark,
      due_at: at,
      created_at: at,
      changed_at: at,
    },
  };
}
