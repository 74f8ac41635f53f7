import type { Language } from '#contract/primitives.ts';
import { isHint } from '#contract/reviews/values.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/reviews/locales/en.json' with { type: 'json' };
import pt_br from '#server/reviews/locales/pt_br.json' with { type: 'json' };
import ru from '#server/reviews/locales/ru.json' with { type: 'json' };
import uk from '#server/reviews/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });

/** A hint in the language of the page; the owner's own hints are in the owner's words. */
export const hintText = (tag: string, language: Language): string =>
  isHint(tag) ? text(language, `hint.${tag}`) : tag;
