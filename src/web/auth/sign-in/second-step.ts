import { isRefused } from '#web/lib/api/call-errors.ts';
import { textIn } from '#web/lib/api/known.ts';

/** The ticket of a sign-in that needs the code of the second factor; undefined for any other error. */
export function ticketIn(error: unknown): string | undefined {
  return isRefused(error, 'auth.second_factor_required') ? textIn(error.details['ticket']) : undefined;
}
