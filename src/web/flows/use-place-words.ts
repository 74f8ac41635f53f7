import { LANGUAGES } from '#contract/values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';

const LEAVES = ['title', 'declineTitle', 'url', 'phone', 'action'] as const;
const TYPES = ['answer', 'url', 'call'] as const;

/** Names a text of a flow by its path: «Текст, английский», «Кнопка «Ссылка»: надпись». */
export function usePlaceWords(): (path: string) => string {
  const t = useTexts();
  return (path) => {
    const [, group, name, leaf, place] = path.split('.');
    if (path === 'title') return t('flows:name');
    if (path === 'options.reviewUrl') return t('flows:versions.setting.reviewUrl');
    if (group === 'texts') {
      const language = wordIn(LANGUAGES, name);
      return language
        ? t('flows:versions.place.text_in', { language: t(`flows:versions.language.${language}`) })
        : t('flows:text');
    }
    if (group === 'buttons') {
      const type = wordIn(TYPES, name);
      const what = wordIn(LEAVES, leaf);
      const button = type ? t(`flows:button.type_${type}`) : '';
      return t(`flows:versions.place.button_${what ?? 'title'}`, { button });
    }
    if (group === 'templates') {
      const number = Number(place);
      const language = name?.split('/')[1]?.split('~')[0] ?? '';
      return leaf === 'parameters' && Number.isInteger(number)
        ? t('flows:versions.place.parameter', { language, place: `{{${number + 1}}}` })
        : t('flows:versions.place.template', { language });
    }
    return t('flows:versions.place.other');
  };
}
