import { useNavigate } from '@tanstack/react-router';
import type { Mailing } from '#contract/mailings/calls.ts';
import type { MailingCheck } from '#contract/mailings/check.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useCheckPrice } from './use-check-price.ts';
import { useStartMailing } from '#web/mailings/runs/use-runs.ts';

type Props = { mailing: Mailing; check: MailingCheck; onClose: () => void };

/** Confirms the start on its numbers. */
export function StartDialog({ mailing, check, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const price = useCheckPrice();
  const navigate = useNavigate();
  const start = useStartMailing(mailing.id);
  const { recipients, startsAt, finishesAt, balance } = check;
  const isLater = mailing.settings.timing.startsAt !== null;
  const confirm = () =>
    start.mutate(mailing.version, {
      onSuccess: () => {
        toast.success({ title: t(isLater ? 'mailings:start.planned' : 'mailings:start.done') });
        onClose();
        void navigate({
          to: '/distributions/edit/$mailingId/{-$step}',
          params: { mailingId: mailing.id },
          replace: true,
        });
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('mailings:start.title', { title: mailing.title })}
      text={t('mailings:start.text')}
      figures={[
        { label: t('mailings:check.recipients'), value: format.number(recipients) },
        { label: t('mailings:check.starts'), value: format.dateTime(startsAt) },
        ...(finishesAt ? [{ label: t('mailings:check.finishes'), value: format.dateTime(finishesAt) }] : []),
        {
          label: t('mailings:check.balance'),
          value: t('mailings:check.of_balance', {
            needed: format.number(balance.needed),
            left: format.number(balance.left),
          }),
        },
        ...price(check),
      ]}
      confirmLabel={t('mailings:check.start', { count: recipients, number: format.number(recipients) })}
      isBusy={start.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <FormFailure error={start.error} />
    </ConfirmDialog>
  );
}
