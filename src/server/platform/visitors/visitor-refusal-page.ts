import type { Language } from '#contract/primitives.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/platform/locales/en.json' with { type: 'json' };
import pt_br from '#server/platform/locales/pt_br.json' with { type: 'json' };
import ru from '#server/platform/locales/ru.json' with { type: 'json' };
import uk from '#server/platform/locales/uk.json' with { type: 'json' };
import { html } from './visitor-html.ts';
import { waitMinutes } from './visitor-limits.ts';
import type { VisitorPage } from './visitor-pages.ts';

const text = roomTexts({ ru, en, pt_br, uk });

/**
 * The page of a refused request. Its link opens the same address again, by GET.
 *
 * @param retryAfterMs of a request that was one too many: until when it is refused; null where that is unknown
 */
export function refusalPage(code: ProblemCode, language: Language, retryAfterMs: number | null): VisitorPage {
  const kind = kindOf(code);
  const title = text(language, `refusal.${kind}.title`);
  return {
    status: PROBLEMS[code],
    language,
    title,
    appearance: null,
    body: html`<h1>${title}</h1>
      <p>${text(language, `refusal.${kind}.note`, { count: waitMinutes(retryAfterMs ?? 0) })}</p>
      ${kind !== 'missing' && html`<a class="button" href="">${text(language, 'refusal.again')}</a>`}`,
  };
}

function kindOf(code: ProblemCode) {
  if (code === 'file.too_slow') return 'slow';
  const status = PROBLEMS[code];
  if (status === 404) return 'missing';
  if (status === 429) return 'often';
  if (status === 413) return 'large';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'failed' : 'invalid';
}
