import { z } from 'zod';
import { UnreadablePayload } from './port.ts';
import { parseOutside } from '#server/platform/values/json.ts';

/** The JSON of a payload. @throws {UnreadablePayload} */
export function jsonOf(body: Buffer): unknown {
  try {
    return parseOutside(body.toString('utf8'));
  } catch {
    throw new UnreadablePayload('no JSON');
  }
}

/** A part of a payload in its documented shape. @throws {UnreadablePayload} with the fields that differ */
export function readAs<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  throw new UnreadablePayload(z.prettifyError(read.error).slice(0, 300));
}
