import { LANGUAGES } from '#contract/languages.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';

const LEAVES = ['title', 'declineTitle', 'url', 'phone', 'action'] as const;
/** Letters of the texts of an A/B test; A is the mailing's own. */
const LETTERS = ['A', 'B', 'C'] as const;
const TYPES = ['answer', 'url', 'call'] as const;

/** Names a text of saved settings by its path: «Текст, английский», «Кнопка «Ссылка»: надпись». */
export function usePlaceWords(): (path: string) => string {
  const t = useTexts();
  const variantWords = (index: number, language: string | undefined) => {
    const letter = LETTERS[index + 1] ?? '';
    const known = wordIn(LANGUAGES, language);
    return known
      ? t('versions:place.variant_in', { letter, language: t(`versions:language.${known}`) })
      : t('versions:place.variant', { letter });
  };
  return (path) => {
    const [, group, name, leaf, place] = path.split('.');
    if (path === 'title') return t('flows:name');
    if (path === 'options.reviewUrl') return t('versions:setting.reviewUrl');
    if (path.startsWith('experiment.variants.')) return variantWords(Number(name), leaf);
    if (group === 'texts') {
      const language = wordIn(LANGUAGES, name);
      return language ? t('versions:place.text_in', { language: t(`versions:language.${language}`) }) : t('flows:text');
    }
    if (group === 'buttons') {
      const type = wordIn(TYPES, name);
      const what = wordIn(LEAVES, leaf);
      const button = type ? t(`flows:button.type_${type}`) : '';
      return t(`versions:place.button_${what ?? 'title'}`, { button });
    }
    if (group === 'templates') {
      const number = Number(place);
      const language = name?.split('/')[1]?.split('~')[0] ?? '';
      return leaf === 'parameters' && Number.isInteger(number)
        ? t('versions:place.parameter', { language, place: `{{${number + 1}}}` })
        : t('versions:place.template', { language });
    }
    return t('versions:place.other');
  };
}
