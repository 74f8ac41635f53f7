import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
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
  const form = useContractForm<Values>({
    schema,
    initial,
    draftKey,
    secrets: [secret],
    restoresQuietly: true,
    submit: async (values) => {
      await connect(values);
      toast.success({ title: t('channels:connected') });
      onDone();
    },
  });
  return (
    <FormBody form={form} submit={t('channels:submit')} failure={<ConnectFailure error={form.failure} />}>
      {children(form.field)}
    </FormBody>
  );
}
