import type { Language } from '#contract/primitives.ts';
import { useLanguage } from './i18n.ts';
import { LOCALE_TAGS } from './language.ts';
import { createFormat, viewerTimeZone } from './locale-format.ts';
import { useSession } from '#web/lib/api/session.ts';

/** Formats dates, numbers and money for one language. Instants are ISO 8601. */
export type Format = ReturnType<typeof createFormat>;

/** Times are written in the cabinet's zone where no branch's is given, and in the visitor's own without a cabinet. */
export function useFormat(): Format {
  const session = useSession();
  return formatOf(useLanguage(), session.isAuthenticated ? session.user.tenantTimeZone : viewerTimeZone());
}

const formats = new Map<string, Format>();

function formatOf(language: Language, zone: string): Format {
  const key = `${language} ${zone}`;
  const known = formats.get(key) ?? createFormat(LOCALE_TAGS[language], zone);
  formats.set(key, known);
  return known;
}
