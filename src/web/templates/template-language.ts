import type { Language } from '#contract/primitives.ts';
import type { TEMPLATE_LANGUAGES } from '#contract/templates/values.ts';

type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** The provider writes `pt_BR`, the cabinet `pt_br`. */
export function templateLanguageOf(language: Language): TemplateLanguage {
  return language === 'pt_br' ? 'pt_BR' : language;
}
