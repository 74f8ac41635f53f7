import type { Language } from '#contract/primitives.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import { html } from '#server/platform/visitors/visitor-html.ts';
import type { VisitorPage } from '#server/platform/visitors/visitor-pages.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };
import type { ShownButton, ShownPage } from './page-actions.ts';

const text = roomTexts({ ru, en, pt_br, uk });

/**
 * The page behind a QR code. Its buttons lead through us, so that presses are counted.
 *
 * @param base beginning of the buttons' addresses, relative to the page's
 */
export function qrPage(
  { heading, note, buttons, appearance }: ShownPage,
  { language, base }: { language: Language; base: string },
): VisitorPage {
  const title = heading || appearance.businessName || text(language, 'page.title');
  const labelOf = (button: ShownButton) =>
    button.button === 'chat'
      ? text(language, 'page.chat', { channel: button.channel })
      : text(language, `page.${button.button}`);
  return {
    language,
    title,
    appearance,
    body: html`<h1>${title}</h1>
      ${note && html`<p class="note">${note}</p>`}
      ${buttons.length === 0 && html`<p>${text(language, 'page.empty')}</p>`}
      ${buttons.map(
        (button, index) =>
          html`<a class="button${index > 0 && ' second'}" href="${base}${button.path}" rel="nofollow">
            ${labelOf(button)}
          </a>`,
      )}`,
    styles: '.note { white-space: pre-line; }',
  };
}
