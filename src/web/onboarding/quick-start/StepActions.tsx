import { Button } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';

type Props = {
  /** Goes on; absent: the step has its own button for that. */
  onNext?: (() => void) | undefined;
  isBusy: boolean;
  /** Goes on without an answer. */
  onSkip?: (() => void) | undefined;
  label?: string;
  /** The button sends the form around it. */
  isSubmit?: boolean;
};

/** The buttons under a step. */
export function StepActions({ onNext, isBusy, onSkip, label, isSubmit = false }: Props) {
  const t = useTexts();
  return (
    <FormActions>
      {(onNext ?? isSubmit) && (
        <Button type={isSubmit ? 'submit' : 'button'} loading={isBusy} onClick={onNext}>
          {label ?? t('quick_start:next')}
        </Button>
      )}
      {onSkip && (
        <Button variant="subtle" disabled={isBusy} onClick={onSkip}>
          {t('quick_start:skip')}
        </Button>
      )}
    </FormActions>
  );
}
