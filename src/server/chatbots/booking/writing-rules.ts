import type { Language } from '#contract/primitives.ts';
import type { TextContent, TextVariable } from '#contract/texts/calls.ts';
import { BOOKING_BOT_VARIABLES } from '#contract/chatbots/values.ts';
import { type SubjectWords, variableValues } from '#server/subjects/value-rules.ts';
import { chooseText, type RenderedText, renderText } from '#server/texts/content/text-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';

/** The values of the variables of a reply. */
export type ReplyWords = {
  /** At least one, by their start. */
  visits: readonly SubjectWords[];
  clientName: string;
  businessName: string;
  /** The contact's, and the cabinet's for customers. */
  language: Language;
  cabinetLanguage: Language;
};

const OFFERED: ReadonlySet<TextVariable> = new Set(BOOKING_BOT_VARIABLES);

/** Writes the owner's reply to an answer about visits, in the contact's language where there is a text in it. */
export function writeReply(
  texts: TextContent['texts'],
  { visits, clientName, businessName, language, cabinetLanguage }: ReplyWords,
): RenderedText {
  const [first] = visits;
  if (!first) throw new Error('A reply is about no visit');
  const chosen = chooseText(texts, language, cabinetLanguage);
  const values = variableValues(
    {
      ...first,
      visits,
      clientName,
      businessName,
      oldStartsAt: null,
      visitsCount: null,
      spent: null,
      offerTitles: [],
      reviewUrl: () => null,
      ignoreLink: () => null,
    },
    chosen.language,
  );
  return renderText(chosen.text, {
    ...values,
    of: (variable) => (OFFERED.has(variable) ? values.of(variable) : ''),
  });
}

/** The words of a visit for variables. */
export function wordsOf(visit: VisitFactsForFlow): SubjectWords {
  const { startsAt, timeZone, masterName, serviceTitles, totalMinor, currency } = visit;
  const { branchTitle, branchAddress, branchPhone, manageUrl } = visit;
  return {
    startsAt,
    timeZone,
    masterName,
    serviceTitles,
    totalMinor,
    currency,
    branchTitle,
    branchAddress,
    branchPhone,
    manageUrl,
  };
}
