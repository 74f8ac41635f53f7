import type { Language } from '#contract/primitives.ts';

/** Shorter texts ("OK", "Супер") say little. */
const MIN_LETTERS = 8;
const PORTUGUESE = /[ãõç]|(?<!\p{L})(?:não|muito|foi|com|para|uma|atendimento|ótim[oa]|obrigad[oa]|salão)(?!\p{L})/iu;

/** The language of a review by its letters and words; `usual` where they do not show it. */
export function languageOfReview(text: string, usual: Language): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return usual;
  const cyrillic = (text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0) / letters;
  if (cyrillic < 0.5) {
    const isPortuguese = PORTUGUESE.test(text) || (usual === 'pt_br' && !isEnglish(text));
    return isPortuguese ? 'pt_br' : 'en';
  }
  const ukrainian = text.match(/[іїєґ]/giu)?.length ?? 0;
  const russian = text.match(/[ыэъё]/giu)?.length ?? 0;
  if (ukrainian !== russian) return ukrainian > russian ? 'uk' : 'ru';
  return usual === 'uk' ? 'uk' : 'ru';
}

const isEnglish = (text: string) => /(?<!\p{L})(?:the|and|was|very|is|not|my|i|it|with)(?!\p{L})/iu.test(text);
