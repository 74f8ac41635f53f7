import { z } from 'zod';
import { type Issue, toIssues } from './fields.ts';

/** A control call that cannot be done as it was asked. */
export class ControlError extends Error {
  override name = 'ControlError';
  readonly status: number;
  readonly issues: Issue[];
  /** By which the page finds its own words. */
  readonly code: string | undefined;

  constructor(status: number, message: string, { issues = [], code }: { issues?: Issue[]; code?: string } = {}) {
    super(message);
    this.status = status;
    this.issues = issues;
    this.code = code;
  }
}

/** Reads the body or query of a control call; anything unknown or wrong is a 400. */
export function readOrder<T>(schema: z.ZodType<T>, body: unknown): T {
  const order = schema.safeParse(body ?? {});
  if (order.success) return order.data;
  throw new ControlError(400, 'wrong body', { issues: toIssues(order.error) });
}

export function found<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new ControlError(404, `${what} not found`);
  return thing;
}

/** The `on` of a switch. */
export const Switch = z.strictObject({ on: z.boolean() });
