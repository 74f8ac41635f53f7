import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';

/** A new id of a branded kind: UUIDv7, so that rows made together lie together, in the order they were made in. */
export function newId<Id extends z.ZodType>(kind: Id): z.output<Id> {
  return kind.parse(nextUuid());
}

const PREFIX_LENGTH = 13;
const REST_FROM = 18;
/** Of the 12 bits behind the milliseconds, as many values as a counter may begin with. */
const FIRST_COUNTS = 0x800;
const MAX_COUNT = 0xfff;

let prefix = '';
let count = 0;

/**
 * Node fills all behind the milliseconds by chance. Here the first of it counts on (RFC 9562, 6.2, method 1), so that
 * two messages heard in one millisecond keep their order.
 */
function nextUuid(): string {
  const drawn = randomUUIDv7();
  const now = drawn.slice(0, PREFIX_LENGTH);
  if (now > prefix) {
    prefix = now;
    count = Number.parseInt(drawn.slice(PREFIX_LENGTH + 2, REST_FROM), 16) % FIRST_COUNTS;
  } else if (++count > MAX_COUNT) {
    prefix = following(prefix);
    count = 0;
  }
  return `${prefix}-7${count.toString(16).padStart(3, '0')}${drawn.slice(REST_FROM)}`;
}

/** A millisecond later, when one holds no more ids, or the clock was put back. */
function following(before: string): string {
  const digits = (BigInt(`0x${before.replace('-', '')}`) + 1n).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
