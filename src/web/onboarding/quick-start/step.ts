import type { QuickStart } from '#contract/onboarding/quick-start.ts';
import type { QuickStartKind } from '#contract/onboarding/quick-start-values.ts';

/** Properties of each step. */
export type StepProps = {
  kind: QuickStartKind;
  stored: QuickStart;
  /** Goes on; answers of the step are stored with it. */
  onNext: (answers?: Partial<Pick<QuickStart, 'goal' | 'figures' | 'assistantId'>>) => void;
  /** The answers are being stored. */
  isBusy: boolean;
};
