import { Problem } from '#server/platform/values/problem.ts';
import type { ProviderResult } from '#server/connections/port.ts';

/**
 * Returns the vendor's value.
 *
 * @throws {Problem} `provider.unreachable` or `connection.check_failed` with the vendor's problem
 */
export function unwrap<T>(result: ProviderResult<T>): T {
  if (result.isOk) return result.value;
  const { trouble, text, retryAfterMs } = result;
  if (trouble === 'unreachable') throw new Problem('provider.unreachable', { text, retryAfterMs });
  throw new Problem('connection.check_failed', { trouble, text });
}
