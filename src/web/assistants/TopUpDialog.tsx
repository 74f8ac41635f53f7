import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LEAST_TOP_UP_USD } from '#contract/models/values.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useAiBalance, useDollars, useTopUp } from './use-models.ts';

const LARGEST_TOP_UP_USD = 100_000;

const schema = async () => (await import('#contract/models/calls.ts')).orderAiTopUp.body;

/** Shows the balance, and the owner how to top it up. */
export function TopUpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const dollars = useDollars();
  const session = useSession();
  const balance = useAiBalance();
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  return (
    <Dialog title={t('assistants:balance.top_up')} onClose={onClose}>
      <Stack>
        {balance.data && <Text fw={550}>{t('assistants:balance.left', { sum: dollars(balance.data.balance) })}</Text>}
        <Text>{t('assistants:balance.what')}</Text>
        {isOwner ? <TopUpForm /> : <Text>{t('assistants:balance.owner_only')}</Text>}
      </Stack>
    </Dialog>
  );
}

function TopUpForm() {
  const t = useTexts();
  const format = useFormat();
  const topUp = useTopUp();
  const [order, setOrder] = useState<{ amountUsd: number; supportEmail: string } | null>(null);
  const editor = useContractForm({
    schema,
    initial: { amountUsd: LEAST_TOP_UP_USD },
    submit: async ({ amountUsd }) => setOrder(await topUp.mutateAsync(amountUsd)),
  });
  if (order) {
    const sum = format.money({ amountMinor: order.amountUsd * 100, currency: 'USD' });
    return (
      <Text>
        {t('assistants:balance.write', { sum })}{' '}
        <Anchor underline="always" href={`mailto:${order.supportEmail}`}>
          {order.supportEmail}
        </Anchor>
      </Text>
    );
  }
  return (
    <FormBody form={editor} submit={t('assistants:balance.continue')} isDialog>
      <NumberField
        label={t('assistants:balance.amount')}
        description={t('assistants:balance.amount_help', { sum: LEAST_TOP_UP_USD })}
        value={editor.form.getValues().amountUsd}
        min={0}
        max={LARGEST_TOP_UP_USD}
        error={editor.field('amountUsd').error}
        onChange={(amountUsd) => editor.form.setFieldValue('amountUsd', amountUsd)}
      />
    </FormBody>
  );
}
