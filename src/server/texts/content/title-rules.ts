import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/texts/locales/en.json' with { type: 'json' };
import pt_br from '#server/texts/locales/pt_br.json' with { type: 'json' };
import ru from '#server/texts/locales/ru.json' with { type: 'json' };
import uk from '#server/texts/locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

const MAX_TITLE_LENGTH = 120;

/** The title of a copy. A long title is cut, so that the copy differs from the original. */
export function copyTitle(title: string, language: Language): string {
  const suffixLength = text(language, 'copy_title', { title: '' }).length;
  return text(language, 'copy_title', { title: title.slice(0, MAX_TITLE_LENGTH - suffixLength).trimEnd() });
}
