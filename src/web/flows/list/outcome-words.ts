import type { FlowOutcome } from '#contract/flows/bulk.ts';
import { FLOW_ERRORS, FLOW_MISSING_PARTS, FLOW_STATUSES, FLOW_TO_FILL } from '#contract/flows/values.ts';
import { useTexts, type Text } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { useWords } from '#web/ui/words.tsx';

const CODES = [
  'flow.not_found',
  'flow.wrong_status',
  'flow.incomplete',
  'flow.changed_meanwhile',
  'flow.not_in_tariff',
  'auth.test_user',
  'flow.text_not_found',
  'flow.text_refused',
  'flow.version_not_found',
] as const;

/** Returns a function that explains why a flow was not changed. */
export function useOutcomeWords(): (outcome: FlowOutcome) => string {
  const t = useTexts();
  const words = useWords();
  return ({ problem }) => {
    const code = wordIn(CODES, problem?.code);
    if (!problem || !code) return t('problems:unexpected.text');
    if (code === 'flow.incomplete') {
      return t('flows:incomplete', { what: missingIn(problem.details['missing'], t) });
    }
    if (code === 'flow.wrong_status') {
      const status = wordIn(FLOW_STATUSES, problem.details['status']);
      return t('flows:list.bulk.wrong_status', { status: status ? words(`status.${status}`) : '' });
    }
    return t(`refusals:${underscored(code)}`);
  };
}

/** Names the missing settings of a flow in one line. */
export function missingIn(missing: unknown, t: Text): string {
  const codes = Array.isArray(missing) ? missing : [];
  return codes
    .map((code) => {
      const known = wordIn(FLOW_MISSING_PARTS, code);
      if (known) return t(`flows:missing.${known}`);
      const error = wordIn(FLOW_ERRORS, code);
      if (error) return t(`flows:troubles.lack.${error}`);
      const toFill = wordIn(FLOW_TO_FILL, code);
      return toFill ? t(`flows:list.fill.${toFill}`) : (textIn(code) ?? '');
    })
    .filter(Boolean)
    .join(', ');
}

const UNDERSCORED = {
  'flow.not_found': 'flow_not_found',
  'flow.changed_meanwhile': 'flow_changed_meanwhile',
  'flow.not_in_tariff': 'flow_not_in_tariff',
  'auth.test_user': 'auth_test_user',
  'flow.text_not_found': 'flow_text_not_found',
  'flow.text_refused': 'flow_text_refused',
  'flow.version_not_found': 'flow_version_not_found',
} as const;

const underscored = (code: keyof typeof UNDERSCORED) => UNDERSCORED[code];
