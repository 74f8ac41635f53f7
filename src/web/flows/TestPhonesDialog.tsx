import { TextInput } from '@mantine/core';
import type { FlowId } from '#contract/flows.ts';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { phonesTrouble } from '#web/lib/phones-trouble.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { useChangeFlows } from './use-flow-list.ts';
import { useTestPhones } from '#web/texts/use-test-phones.ts';

type Props = {
  flowIds: FlowId[];
  change: ReturnType<typeof useChangeFlows>;
  onDone: () => void;
  onClose: () => void;
};

/** The test numbers of the selected flows. */
export function TestPhonesDialog({ flowIds, change, onDone, onClose }: Props) {
  const t = useTexts();
  const own = useTestPhones();
  const formatPhone = useFormatPhone();
  const ownPhones = (own.data ?? []).map((phone) => formatPhone(phone)).join(', ');
  const form = useContractForm({
    schema: async () => {
      const [{ z }, { TypedPhones }] = await Promise.all([import('zod'), import('#contract/flows.ts')]);
      return z.object({ testPhones: TypedPhones });
    },
    initial: { testPhones: '' },
    submit: ({ testPhones }) => change.mutateAsync({ change: { action: 'test_phones', flowIds, testPhones }, onDone }),
  });
  const phones = form.field('testPhones');
  return (
    <Dialog title={t('flows:list.bulk.phones')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t('flows:list.bulk.phones_submit', { count: flowIds.length })}>
        <TextInput
          label={t('flows:test_phones')}
          description={ownPhones ? t('flows:test_phones_own', { phones: ownPhones }) : t('flows:test_phones_help')}
          inputMode="tel"
          data-autofocus
          {...phones}
          error={phonesTrouble(form.form.errors['testPhones'], t) ?? phones.error}
        />
      </FormBody>
    </Dialog>
  );
}
