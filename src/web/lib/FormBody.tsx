import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormActions } from '#web/ui/FormActions.tsx';
import type { useContractForm } from './form.ts';
import { FormFailure } from './FormFailure.tsx';

type Props = {
  form: Pick<ReturnType<typeof useContractForm>, 'formProps' | 'isBusy' | 'failure'>;
  /** The fields. */
  children: ReactNode;
  /** On the button: what it does. */
  submit: string;
  /** Better words for what the last submit met. */
  failure?: ReactNode;
  /** In a window the button stands at its end. */
  isDialog?: boolean;
  /** The form is not what the page is for. */
  isSecondary?: boolean;
};

/** A form as it always looks: the fields, why the last submit did not work, the button. */
export function FormBody(props: Props) {
  const { form, children, submit, isDialog, isSecondary, failure = <FormFailure error={form.failure} /> } = props;
  return (
    <form {...form.formProps}>
      <Stack>
        {children}
        {failure}
        <FormActions isDialog={isDialog}>
          <Button type="submit" variant={isSecondary ? 'light' : undefined} loading={form.isBusy}>
            {submit}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
