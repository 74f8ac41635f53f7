import { textIn } from '#web/lib/api/known.ts';

const NONCE_KEY = 'google-nonce';
const CALLBACK_PATH = '/account/google/callback';

export type GoogleAttempt = { nonce: string; state: string; returnTo: string; utmTag: string | null };

/** Goes to Google for an ID token; it comes back to the callback page in the address's fragment. */
export function startGoogleLogin({
  clientId,
  authUrl,
  returnTo = '/',
}: {
  clientId: string;
  authUrl: string;
  returnTo?: string | undefined;
}): void {
  const here = new URLSearchParams(location.search);
  const attempt: GoogleAttempt = {
    nonce: crypto.randomUUID(),
    state: crypto.randomUUID(),
    returnTo: here.get('returnTo') ?? returnTo,
    utmTag: utmTagOf(location.search),
  };
  sessionStorage.setItem(NONCE_KEY, JSON.stringify(attempt));
  const address = new URL(authUrl);
  const params = {
    client_id: clientId,
    redirect_uri: location.origin + CALLBACK_PATH,
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce: attempt.nonce,
    state: attempt.state,
  };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  location.assign(address);
}

/**
 * Reads what Google sent back.
 *
 * @returns the token with the attempt it belongs to; null when Google said no or the answer is not to our question
 */
export function takeGoogleAnswer(fragment: string): { idToken: string; attempt: GoogleAttempt } | null {
  const answer = new URLSearchParams(fragment.replace(/^#/, ''));
  const attempt = takeAttempt();
  const idToken = answer.get('id_token');
  if (!attempt || !idToken || answer.get('state') !== attempt.state) return null;
  return { idToken, attempt };
}

/** The campaign that brought a person here, as `utm_source=…&utm_medium=…`; null when none did. */
export function utmTagOf(search: string): string | null {
  const tags = [...new URLSearchParams(search)].filter(([name]) => name.toLowerCase().startsWith('utm'));
  return tags.length > 0 ? new URLSearchParams(tags).toString().slice(0, 300) : null;
}

function takeAttempt(): GoogleAttempt | null {
  const stored = sessionStorage.getItem(NONCE_KEY);
  sessionStorage.removeItem(NONCE_KEY);
  if (!stored) return null;
  const { nonce, state, returnTo, utmTag }: Record<string, unknown> = JSON.parse(stored);
  if (typeof nonce !== 'string' || typeof state !== 'string' || typeof returnTo !== 'string') return null;
  return { nonce, state, returnTo, utmTag: textIn(utmTag) ?? null };
}
