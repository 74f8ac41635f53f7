import type { z } from 'zod';

/**
 * Parses a nullable column. Every row is read this way: creating a `.nullable()` schema per call costs more than
 * parsing.
 */
export function orNull<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  return value === null ? null : schema.parse(value);
}
