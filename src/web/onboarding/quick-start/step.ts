import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import { isOfClinics } from '#contract/onboarding/clinics.ts';
import type { QuickStartKind, QuickStartStep } from '#contract/onboarding/quick-start-values.ts';
import type { TextKey } from '#web/locales/resources.ts';

/** Properties of each step. */
export type StepProps = {
  kind: QuickStartKind;
  stored: QuickStart;
  /** Goes on; answers of the step are stored with it. */
  onNext: (answers?: Partial<Pick<QuickStart, 'goal' | 'figures' | 'assistantId'>>) => void;
  /** The answers are being stored. */
  isBusy: boolean;
};

/** The question of a step; a clinic is asked in its own words. */
export function questionOf(kind: QuickStartKind, name: QuickStartStep): TextKey {
  const hasClinicWords = name === 'source' || name === 'channel' || name === 'text' || name === 'start';
  return hasClinicWords && isOfClinics(kind) ? `quick_start:clinic.${name}` : `quick_start:question.${name}`;
}
