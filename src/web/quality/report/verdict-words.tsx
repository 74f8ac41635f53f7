import type { Verdict } from '#contract/quality/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { type Tone, ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';

export const VERDICT_TONES = { yes: 'good', no: 'bad', na: 'gray', unclear: 'attention' } as const satisfies Record<
  Verdict,
  Tone
>;

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const t = useTexts();
  return <ToneBadge tone={VERDICT_TONES[verdict]}>{t(`quality:verdict.${verdict}`)}</ToneBadge>;
}
