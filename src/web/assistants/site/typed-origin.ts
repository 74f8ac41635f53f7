import { isSiteOrigin } from '#contract/assistants/public-chat-values.ts';

/** The origin of a typed address of a site, e.g. `https://salon.ru` of `salon.ru/contacts`; null: it is none. */
export function typedOrigin(typed: string): string | null {
  const text = typed.trim();
  const origin = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.origin;
  return origin !== undefined && isSiteOrigin(origin) ? origin : null;
}
