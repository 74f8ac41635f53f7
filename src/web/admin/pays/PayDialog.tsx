import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import type { getPay } from '#contract/admin/pays.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { copyValue } from '#web/ui/fields/CopyField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useWords } from '#web/ui/words.tsx';
import { bodyOf, changesOf, newValues, valuesOf } from './pay-form.ts';
import { PayFields } from './PayFields.tsx';
import { PayHistory } from './PayHistory.tsx';
import { RefundForm } from './RefundForm.tsx';
import {
  type PayId,
  useCancelPay,
  useChangePay,
  useCreatePay,
  useLinkToPay,
  usePayOf,
  type UserId,
} from './use-pays.ts';

type Props = { userId: UserId; onClose: () => void };
type FullPay = ReplyOf<typeof getPay>;

/** Adds a payment to a person's cabinet. */
export function NewPayDialog({ userId, onClose }: Props) {
  const t = useTexts();
  const create = useCreatePay(userId);
  const editor = useContractForm({
    schema: async () => (await import('#contract/admin/pays.ts')).createPay.body,
    initial: newValues(),
    asBody: bodyOf,
    submit: async (values) => {
      try {
        await create.mutateAsync(bodyOf(values));
      } catch (error) {
        toast.error({ title: t('pays:add_failed') });
        throw error;
      }
      toast.success({ title: t('pays:saved') });
      onClose();
    },
  });
  return (
    <Dialog title={t('pays:new')} onClose={onClose}>
      <FormBody form={editor} submit={t('pays:save_new')} failed={t('pays:add_failed')} isDialog>
        <PayFields form={editor.form} field={editor.field} userId={userId} isNotesOnly={false} />
      </FormBody>
    </Dialog>
  );
}

/** Shows and changes a payment, its link, its refunds and what was corrected. */
export function PayDialog({ userId, payId, onClose }: Props & { payId: PayId }) {
  const t = useTexts();
  const pay = usePayOf(userId, payId);
  return (
    <Dialog title={t('pays:edit')} onClose={onClose}>
      {pay.isPending && (
        <Loading>
          <Skeleton height={420} />
        </Loading>
      )}
      {pay.error && !pay.data && <Failure error={pay.error} onRetry={pay.refetch} />}
      {pay.data && (
        <Stack>
          <LinkButtons userId={userId} pay={pay.data} />
          <PayForm key={JSON.stringify(valuesOf(pay.data))} userId={userId} pay={pay.data} />
          <RefundForm userId={userId} pay={pay.data} />
          <PayHistory pay={pay.data} />
        </Stack>
      )}
    </Dialog>
  );
}

function PayForm({ userId, pay }: { userId: UserId; pay: FullPay }) {
  const t = useTexts();
  const change = useChangePay(userId, pay.id);
  const initial = valuesOf(pay);
  const isCanceled = pay.status === 'canceled';
  const isNotesOnly = isCanceled || pay.isOfBank;
  const editor = useContractForm({
    schema: async () => (await import('#contract/admin/pays.ts')).changePay.body,
    initial,
    asBody: (values) => changesOf(values, initial),
    submit: async (values) => {
      await change.mutateAsync(changesOf(values, initial));
      toast.success({ title: t('pays:saved') });
    },
  });
  return (
    <FormBody form={editor} submit={t('pays:save')} failed={t('pays:save_failed')} isDialog>
      {isNotesOnly && <Alert color="gray">{t(isCanceled ? 'pays:hint.canceled' : 'pays:hint.of_bank')}</Alert>}
      <PayFields form={editor.form} field={editor.field} userId={userId} isNotesOnly={isNotesOnly} />
    </FormBody>
  );
}

/** The pay link of an open payment, and its end. */
function LinkButtons({ userId, pay }: { userId: UserId; pay: FullPay }) {
  const t = useTexts();
  const words = useWords();
  const link = useLinkToPay(userId, pay.id);
  const cancel = useCancelPay(userId, pay.id);
  const failed = (error: unknown) => toast.error({ title: problemText(error, t) });
  if (pay.status !== 'pending') return null;
  return (
    <Group gap="xs">
      {pay.amount > 0 && (
        <Button
          variant="light"
          loading={link.isPending}
          onClick={() =>
            link.mutate(undefined, { onSuccess: ({ url }) => void copyValue(url, words), onError: failed })
          }
        >
          {t('pays:link')}
        </Button>
      )}
      {pay.isWritten && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(undefined, {
              onSuccess: () => toast.success({ title: t('pays:canceled') }),
              onError: failed,
            })
          }
        >
          {t('pays:cancel')}
        </Button>
      )}
    </Group>
  );
}
