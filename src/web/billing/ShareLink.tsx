import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Payment } from '#contract/billing/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useWords } from '#web/ui/words.tsx';
import { useSharePayment } from './use-billing.ts';

/** Copies the link to an open payment, for somebody who pays for the owner; one that is not at the bank yet is paid there too. */
export function ShareLink({ payment }: { payment: Payment }) {
  const t = useTexts();
  const words = useWords();
  const share = useSharePayment(payment.id);
  const follow = (onLink: (url: string) => void) =>
    share.mutate(undefined, {
      onSuccess: ({ url }) => onLink(url),
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  return (
    <>
      {payment.payUrl === null && (
        <Button
          variant="light"
          size="compact-sm"
          ml="xs"
          loading={share.isPending}
          onClick={() => follow((url) => location.assign(url))}
        >
          {t('billing:list.pay')}
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        ml="xs"
        leftSection={<IconLink size={16} />}
        title={t('billing:list.link_hint')}
        loading={share.isPending}
        onClick={() => follow((url) => void copyValue(url, words))}
      >
        {t('billing:list.link')}
      </Button>
    </>
  );
}
