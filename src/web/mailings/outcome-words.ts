import type { MailingChangeOutcome } from '#contract/mailing-bulk.ts';
import { MAILING_MISSING_PARTS, MAILING_STATUSES } from '#contract/mailings-values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn, wordsIn } from '#web/lib/known.ts';
import { useWords } from '#web/ui/words.tsx';

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
    if (problem?.code === 'distribution.not_found') return t('refusals:distribution_not_found');
    if (problem?.code === 'distribution.not_in_tariff') return t('refusals:distribution_not_in_tariff');
    return problem?.code === 'auth.test_user' ? t('refusals:auth_test_user') : t('problems:unexpected.text');
  };
}
