import { Problem } from '#server/platform/problem.ts';
import type { ProviderResult } from './port.ts';

/**
 * What the vendor answered.
 *
 * @throws {Problem} `provider.unreachable` or `connection.check_failed` with what is wrong
 */
export function unwrap<T>(result: ProviderResult<T>): T {
  if (result.isOk) return result.value;
  const { trouble, text, retryAfterMs } = result;
  if (trouble === 'unreachable') throw new Problem('provider.unreachable', { text, retryAfterMs });
  throw new Problem('connection.check_failed', { trouble, text });
}
