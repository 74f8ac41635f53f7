import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { LEAST_AI_REVIEWS } from '#contract/replies/values.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useOrderReviews } from './use-replies.ts';

const LARGEST_PACK = 1_000_000;

const schema = async () => (await import('#contract/replies/calls.ts')).orderAiReviews.body;

/** Shows what is left, and the owner how to get more. */
export function TopUpReviewsDialog({ left, onClose }: { left: number; onClose: () => void }) {
  const t = useTexts();
  const session = useSession();
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  return (
    <Dialog title={t('replies:quota.title')} onClose={onClose}>
      <Stack>
        <Text fw={550}>{t('replies:quota.left', { count: left })}</Text>
        <Text>{t('replies:quota.what')}</Text>
        {isOwner ? <TopUpForm /> : <Text>{t('replies:quota.owner_only')}</Text>}
      </Stack>
    </Dialog>
  );
}

function TopUpForm() {
  const t = useTexts();
  const topUp = useOrderReviews();
  const [order, setOrder] = useState<{ count: number; supportEmail: string } | null>(null);
  const editor = useContractForm({
    schema,
    initial: { count: LEAST_AI_REVIEWS },
    submit: async ({ count }) => setOrder(await topUp.mutateAsync(count)),
  });
  if (order) {
    return (
      <Text>
        {t('replies:quota.write', { count: order.count })}{' '}
        <Anchor underline="always" href={`mailto:${order.supportEmail}`}>
          {order.supportEmail}
        </Anchor>
      </Text>
    );
  }
  return (
    <FormBody form={editor} submit={t('replies:quota.continue')} isDialog>
      <NumberField
        label={t('replies:quota.count')}
        description={t('replies:quota.count_help', { count: LEAST_AI_REVIEWS })}
        value={editor.form.getValues().count}
        min={0}
        max={LARGEST_PACK}
        error={editor.field('count').error}
        onChange={(count) => editor.form.setFieldValue('count', count)}
      />
    </FormBody>
  );
}
