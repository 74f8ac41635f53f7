import type { Room } from './room.ts';

let declared: readonly Room[] = [];

/** Makes the rooms known to those that show parts of others; called by `app/rooms.ts` alone. @returns the rooms */
export function declareRooms(rooms: readonly Room[]): readonly Room[] {
  declared = rooms;
  return rooms;
}

/** Every room of the product, lower or upper; known before any page is drawn. */
export const declaredRooms = (): readonly Room[] => declared;
