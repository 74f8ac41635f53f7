import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';

/** A new id of a branded kind: UUIDv7, so that rows made together lie together. */
export function newId<Id extends z.ZodType>(kind: Id): z.output<Id> {
  return kind.parse(randomUUIDv7());
}
