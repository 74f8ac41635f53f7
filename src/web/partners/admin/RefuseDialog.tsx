import { Textarea } from '@mantine/core';
import type { PartnerPayout } from '#contract/partners/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { useRefusePayout } from '#web/partners/use-partners.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';

const schema = async () => (await import('#contract/partners/calls.ts')).refusePayout.body;

/** Refuses a payout with a reason for its partner. */
export function RefuseDialog({ payout, onClose }: { payout: PartnerPayout; onClose: () => void }) {
  const t = useTexts();
  const refuse = useRefusePayout();
  const editor = useContractForm({
    schema,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await refuse.mutateAsync({ payoutId: payout.id, reason });
      toast.success({ title: t('partners:admin.saved') });
      onClose();
    },
  });
  return (
    <Dialog title={t('partners:admin.refuse_title', { name: payout.tenantName })} onClose={onClose}>
      <FormBody form={editor} submit={t('partners:admin.refuse')} isDialog>
        <Textarea
          label={t('partners:admin.reason')}
          description={t('partners:admin.reason_help')}
          autosize
          minRows={2}
          maxLength={500}
          {...editor.field('reason')}
        />
      </FormBody>
    </Dialog>
  );
}
