/**
 * The rooms of the house, lower first. A room may import only rooms that stand before it;
 * `rooms.test.ts` fails when an import goes upwards.
 */
export declare const ROOMS: readonly ['tenants', 'auth', 'billing', 'channels', 'connections', 'contacts', 'visits', 'orders', 'integrations', 'texts', 'templates', 'imports', 'subjects', 'audiences', 'conversations', 'delivery', 'policy', 'links', 'reviews', 'booking', 'reports', 'flows', 'gallery', 'bulk', 'mailings', 'transfers', 'waitlist', 'rehearsal', 'chatbots', 'insights', 'widgets', 'onboarding', 'admin'];
/**
 * The folders of a room on the server, lower first. A folder may import only folders that stand before it, and the room's
 * `jobs.ts`; files beside the folders (`routes.ts`, `workers.ts`) bind them and are imported by none.
 */
export declare const FOLDERS: Readonly<Record<string, readonly string[]>>;
