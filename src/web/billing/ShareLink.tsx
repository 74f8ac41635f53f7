import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { PaymentId } from '#contract/billing/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import { useSharePayment } from './use-billing.ts';

/** Copies the link to an open payment, for somebody who pays for the owner. */
export function ShareLink({ paymentId }: { paymentId: PaymentId }) {
  const t = useTexts();
  const words = useWords();
  const share = useSharePayment(paymentId);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml="xs"
      leftSection={<IconLink size={16} />}
      title={t('billing:list.link_hint')}
      loading={share.isPending}
      onClick={() =>
        share.mutate(undefined, {
          onSuccess: ({ url }) => void copyValue(url, words),
          onError: (error) => toast.error({ title: problemText(error, t) }),
        })
      }
    >
      {t('billing:list.link')}
    </Button>
  );
}
