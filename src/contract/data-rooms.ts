/**
 * Areas of a cabinet's data. The key of a query of the web begins with one; the server announces those that changed,
 * and the web fetches their queries again.
 */
export type DataRoom =
  | 'billing'
  | 'booking'
  | 'channels'
  | 'config'
  | 'connections'
  | 'contacts'
  | 'conversations'
  | 'delivery'
  | 'flows'
  | 'insights'
  | 'integrations'
  | 'links'
  | 'mailings'
  | 'marketplace'
  | 'notices'
  | 'onboarding'
  | 'orders'
  | 'policy'
  | 'rehearsals'
  | 'reviews'
  | 'segments'
  | 'visits'
  | 'waitlist';
