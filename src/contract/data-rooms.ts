import type { RoomName } from './rooms.ts';

/**
 * Areas of a cabinet's data: those of rooms, and some that go by another name. The key of a query of the web begins
 * with one; the server announces those that changed, and the web fetches their queries again.
 */
export type DataRoom = RoomName | 'config' | 'marketplace' | 'notices' | 'rehearsals' | 'segments';
