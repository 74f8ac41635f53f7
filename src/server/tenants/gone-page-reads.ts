import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import { html } from '#server/platform/visitors/visitor-html.ts';
import type { PublicAppearance, VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The public page of what does not exist, or no longer does. */
export function gonePage(language: Language, appearance: PublicAppearance | null = null): VisitorPage {
  const title = text(language, 'gone.title');
  return {
    status: 404,
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      <p>${text(language, 'gone.note')}</p>`,
  };
}
