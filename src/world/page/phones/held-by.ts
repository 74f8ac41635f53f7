import type { Person } from '../types.ts';

/** The person whose phone is held: the chosen one, else the first with a phone. */
export function heldBy(people: readonly Person[], phone: string | null): Person | undefined {
  return (
    people.find((person) => person.phone === phone && phone !== null) ?? people.find((person) => person.phone !== null)
  );
}
