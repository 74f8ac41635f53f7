import { useMutation } from '@tanstack/react-query';
import type {
  exportContacts,
  exportMailingPeople,
  exportOptOuts,
  exportRejections,
  exportReviews,
  exportRfm,
  exportSubscribers,
} from '#contract/insights/exports.ts';
import { fetchSignedIn } from '#web/lib/api/api.ts';
import { toCallRefused } from '#web/lib/api/refused-response.ts';
import { currentLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { saveFile } from '#web/lib/pages/table-file.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** A path with its parameters filled in. */
type PathOf<Path extends string> = Path extends `${infer Head}/:${string}/${infer Tail}`
  ? `${Head}/${string}/${Tail}`
  : Path;

type Export = {
  path:
    | typeof exportContacts.path
    | typeof exportOptOuts.path
    | typeof exportReviews.path
    | typeof exportSubscribers.path
    | PathOf<typeof exportMailingPeople.path>
    | PathOf<typeof exportRejections.path>
    | PathOf<typeof exportRfm.path>;
  format: 'csv' | 'xlsx';
  /** Name of the file, without its ending. */
  name: string;
  /** One per column of the contract. */
  titles: string[];
  /** Names of the values that the list knows by keys, in the order of the contract. */
  words?: string[];
  /** The filters of the list. */
  filter?: Readonly<Record<string, string | number | undefined>>;
};

/** Saves a whole list as a file. */
export function useListExport() {
  const t = useTexts();
  return useMutation({
    mutationFn: async ({ path, format, name, titles, words, filter = {} }: Export) => {
      const delimiter = currentLanguage() === 'en' ? ',' : ';'; // NOTE: Excel expects the sign of its language
      const query = new URLSearchParams({ format, delimiter, titles: JSON.stringify(titles) });
      if (words) query.set('words', JSON.stringify(words));
      for (const [key, value] of Object.entries(filter)) if (value !== undefined) query.set(key, String(value));
      const response = await fetchSignedIn(`${path}?${query}`);
      if (!response.ok) throw await toCallRefused(response);
      saveFile(`${name}.${format}`, await response.blob());
    },
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
}
