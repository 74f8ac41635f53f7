/** An id that no program uses: the answer is about the token alone. */
const CHECKED_ITEM = 'frontdesk-connection-check';

/**
 * Calls the API with the token of a program, without the session of the member.
 *
 * @returns `wrong`: nobody has such a token; `refused`: the API is not open to it just now, e.g. without its tariff
 */
export async function checkToken(secret: string): Promise<'accepted' | 'wrong' | 'refused'> {
  // NOTE: a token with other signs cannot be sent in a header.
  if (!/^[\w.-]+$/.test(secret.trim())) return 'wrong';
  const { status } = await fetch(`/api/v1/events/contacts/${CHECKED_ITEM}`, {
    credentials: 'omit',
    headers: { authorization: `Bearer ${secret.trim()}` },
    signal: AbortSignal.timeout(15_000),
  });
  if (status === 401) return 'wrong';
  // 404: there is no such contact; 403: the token is for other kinds.
  return status === 404 || status === 403 ? 'accepted' : 'refused';
}
