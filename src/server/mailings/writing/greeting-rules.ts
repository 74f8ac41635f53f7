import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/mailings/locales/en.json' with { type: 'json' };
import pt_br from '#server/mailings/locales/pt_br.json' with { type: 'json' };
import ru from '#server/mailings/locales/ru.json' with { type: 'json' };
import uk from '#server/mailings/locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The text of a new mailing: a greeting, to be written on. */
export function greetingIn(language: Language): string {
  return text(language, 'text');
}

export function newTitle(language: Language): string {
  return text(language, 'title');
}
