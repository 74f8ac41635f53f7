/**
 * The rooms of the house, lower first. A room may import only rooms that stand before it;
 * `rooms.test.ts` fails when an import goes upwards.
 */
export const ROOMS = [
  'tenants',
  'auth',
  'billing',
  'models',
  'channels',
  'connections',
  'contacts',
  'visits',
  'orders',
  'integrations',
  'texts',
  'templates',
  'imports',
  'subjects',
  'audiences',
  'conversations',
  'delivery',
  'policy',
  'links',
  'reviews',
  'booking',
  'reports',
  'senders',
  'flows',
  'gallery',
  'mailings',
  'transfers',
  'waitlist',
  'rehearsal',
  'chatbots',
  'assistants',
  'replies',
  'insights',
  'widgets',
  'onboarding',
  'admin',
] as const;

export type RoomName = (typeof ROOMS)[number];
