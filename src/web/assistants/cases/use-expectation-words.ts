import type { CaseExpectation } from '#contract/assistants/cases.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';

/** An expectation in words: "The client is booked: haircut, tomorrow at 12:00". */
export function useExpectationWords(): (expectation: CaseExpectation | null) => string {
  const t = useTexts();
  const daysOf = (days: number | null) => {
    if (days === null) return null;
    return days === 0 ? t('cases:today') : t('cases:in_days', { count: days });
  };
  const partsOf = (expectation: CaseExpectation): (string | null)[] => {
    switch (expectation.type) {
      case 'booked':
        return [expectation.service, expectation.master, daysOf(expectation.inDays), expectation.time];
      case 'moved':
        return [daysOf(expectation.inDays), expectation.time];
      case 'contains':
      case 'omits':
        return expectation.phrases.map((phrase) => t('cases:quoted', { text: phrase }));
      case 'called':
      case 'not_called':
        return [expectation.tool];
      case 'language':
        return [LANGUAGE_NAMES[expectation.language]];
      default:
        return [];
    }
  };
  return (expectation) => {
    if (expectation === null) return t('cases:always');
    const parts = partsOf(expectation).filter((part) => part !== null);
    const type = t(`cases:type.${expectation.type}`);
    return parts.length > 0 ? `${type}: ${parts.join(', ')}` : type;
  };
}
