import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DraftOffer } from '#web/ui/fields/DraftOffer.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import type { useContractForm } from './form.ts';
import { FormFailure } from './FormFailure.tsx';

type Props = {
  form: Pick<ReturnType<typeof useContractForm>, 'formProps' | 'isBusy' | 'failure' | 'draft'>;
  /** The fields. */
  children: ReactNode;
  /** Label of the button. */
  submit: string;
  /** The title of a failure, above its reason: "The phone was not changed". */
  failed?: string;
  /** Replaces the general text of the last submit's error. */
  failure?: ReactNode;
  /** In a dialog the button stands at its end. */
  isDialog?: boolean;
  /** The form is not the page's main purpose. */
  isSecondary?: boolean;
};

/** Layout of every form: the draft on offer, the fields, the last submit's error, the button. */
export function FormBody(props: Props) {
  const { form, children, submit, isDialog, isSecondary, failed } = props;
  const { failure = <FormFailure error={form.failure} title={failed} /> } = props;
  return (
    <form {...form.formProps}>
      <Stack>
        <DraftOffer draft={form.draft} />
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
