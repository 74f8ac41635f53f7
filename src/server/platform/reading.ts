import type { z } from 'zod';

/** Reads a column that may be empty. Every row is read so: a schema made for each, as by `.nullable()`, costs more than its use. */
export function orNull<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  return value === null ? null : schema.parse(value);
}
