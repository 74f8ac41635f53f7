/**
 * The rooms of the house, lower first. A room may import only rooms that stand before it;
 * `rooms.test.ts` fails when an import goes upwards.
 */
export const ROOMS = [
  'tenants',
  'auth',
  'billing',
  'channels',
  'connections',
  'contacts',
  'visits',
  'orders',
  'integrations',
  'texts',
  'subjects',
  'policy',
  'audiences',
  'conversations',
  'delivery',
  'reports',
  'flows',
  'rehearsal',
  'chatbots',
  'insights',
  'onboarding',
  'admin',
] as const;
