import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';

/** Creates an id of a branded kind: UUIDv7, so that rows made together are stored together, in order of creation. */
export function newId<Id extends z.ZodType>(kind: Id): z.output<Id> {
  return kind.parse(nextUuid());
}

const PREFIX_LENGTH = 13;
const REST_FROM = 18;
/** The counter starts at a random value below this, in the 12 bits after the milliseconds. */
const FIRST_COUNTS = 0x800;
const MAX_COUNT = 0xfff;

let prefix = '';
let count = 0;

/**
 * Creates a monotonic UUIDv7. Node fills the bits after the milliseconds at random; here the first 12 are a counter
 * (RFC 9562, 6.2, method 1), so that two messages received in one millisecond keep their order.
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

/** Returns the first id of the next millisecond, when the counter is exhausted or the clock was set back. */
function following(before: string): string {
  const digits = (BigInt(`0x${before.replace('-', '')}`) + 1n).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
