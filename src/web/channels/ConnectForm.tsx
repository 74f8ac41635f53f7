import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { FormActions } from '#web/ui/FormActions.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConnectFailure } from './ConnectFailure.tsx';

type Typed = Record<string, string>;

type Props<Values extends Typed> = {
  schema: () => Promise<z.ZodType>;
  initial: Values;
  draftKey: string;
  /** Never kept in the draft. */
  secret: keyof Values & string;
  connect: (values: Values) => Promise<unknown>;
  onDone: () => void;
  children: (field: ReturnType<typeof useContractForm<Values>>['field']) => ReactNode;
};

/** Asks for what a channel needs, has it checked, and connects it. */
export function ConnectForm<Values extends Typed>(props: Props<Values>) {
  const { schema, initial, draftKey, secret, connect, onDone, children } = props;
  const t = useTexts();
  const { field, formProps, isBusy, failure } = useContractForm<Values>({
    schema,
    initial,
    draftKey,
    secrets: [secret],
    restoresQuietly: true,
    submit: async (values) => {
      await connect(values);
      toast.success({ title: t('channels.connected') });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        {children(field)}
        <ConnectFailure error={failure} />
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('channels.submit')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  );
}
