import type { MailingChangeOutcome } from '#contract/mailings/bulk.ts';
import { MAILING_MISSING_PARTS, MAILING_STATUSES } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn, wordsIn } from '#web/lib/api/known.ts';
import { useWords } from '#web/ui/words.tsx';

/** Refusals whose text has no values. */
const PLAIN_WORDS = {
  'distribution.not_found': 'refusals:distribution_not_found',
  'distribution.not_in_tariff': 'refusals:distribution_not_in_tariff',
  'distribution.changed_meanwhile': 'refusals:distribution_changed_meanwhile',
  'distribution.version_not_found': 'refusals:distribution_version_not_found',
  'distribution.text_not_found': 'refusals:distribution_text_not_found',
  'distribution.text_refused': 'refusals:distribution_text_refused',
  'auth.test_user': 'refusals:auth_test_user',
} as const;
const PLAIN = Object.keys(PLAIN_WORDS) as (keyof typeof PLAIN_WORDS)[]; // NOTE: the keys of a plain object of this type

/** Returns a function that explains why a mailing was not changed. */
export function useOutcomeWords(): (outcome: Pick<MailingChangeOutcome, 'problem'>) => string {
  const t = useTexts();
  const words = useWords();
  return ({ problem }) => {
    if (problem?.code === 'distribution.wrong_status') {
      const status = wordIn(MAILING_STATUSES, problem.details['status']);
      return t('mailings:bulk.wrong_status', {
        status: status ? words(status === 'none' ? 'status.draft' : `status.${status}`) : '',
      });
    }
    if (problem?.code === 'distribution.incomplete') {
      const missing = wordsIn(MAILING_MISSING_PARTS, problem.details['missing']);
      return missing.map((part) => t(`mailings:missing.${part}`)).join(' ');
    }
    const plain = wordIn(PLAIN, problem?.code);
    return plain ? t(PLAIN_WORDS[plain]) : t('problems:unexpected.text');
  };
}
