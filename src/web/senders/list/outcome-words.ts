import { FLOW_STATUSES } from '#contract/flows/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Outcome, TextsSender } from '#web/senders/sender.ts';
import { useWords } from '#web/ui/words.tsx';

/** Refusals whose text has no values, without the noun they begin with. */
const PLAIN = [
  'not_found',
  'changed_meanwhile',
  'not_in_tariff',
  'text_not_found',
  'text_refused',
  'version_not_found',
] as const;

/** Returns a function that explains why a sender was not changed. */
export function useOutcomeWords(sender: TextsSender): (outcome: Pick<Outcome, 'problem'>) => string {
  const t = useTexts();
  const words = useWords();
  const { room, noun, hasDrafts, incompleteText } = sender;
  const statusWord = (status: (typeof FLOW_STATUSES)[number]) =>
    words(hasDrafts && status === 'none' ? 'status.draft' : `status.${status}`);
  return ({ problem }) => {
    if (problem?.code === 'auth.test_user') return t('refusals:auth_test_user');
    const [of, code] = problem?.code.split('.') ?? [];
    const plain = wordIn(PLAIN, code);
    if (!problem || of !== noun) return t('problems:unexpected.text');
    if (plain) return t(`refusals:${noun}_${plain}`);
    if (code === 'incomplete') return incompleteText(problem.details['missing'], t, problem.details['places']);
    if (code !== 'wrong_status') return t('problems:unexpected.text');
    const status = wordIn(FLOW_STATUSES, problem.details['status']);
    return t(`bulks:${room}.wrong_status`, { status: status ? statusWord(status) : '' });
  };
}
