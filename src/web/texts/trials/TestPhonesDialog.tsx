import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { phonesTrouble } from '#web/lib/forms/phones-trouble.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { TestPhonesField } from './TestPhonesField.tsx';

type Props = {
  /** The selected flows or mailings. */
  selected: readonly { testPhones: readonly string[] }[];
  /** Label of the button. */
  submit: string;
  /** Names where tests go if the cabinet has no numbers of its own. */
  help: string;
  onSubmit: (testPhones: string) => Promise<unknown>;
  onClose: () => void;
};

/** The test numbers of the selected flows or mailings. Numbers that all of them have stand there already. */
export function TestPhonesDialog({ selected, submit, help, onSubmit, onClose }: Props) {
  const t = useTexts();
  const typed = new Set(selected.map(({ testPhones }) => testPhones.join(', ')));
  const form = useContractForm({
    schema: async () => {
      const [{ z }, { TypedPhones }] = await Promise.all([import('zod'), import('#contract/flows/calls.ts')]);
      return z.object({ testPhones: TypedPhones });
    },
    initial: { testPhones: typed.size === 1 ? ([...typed][0] ?? '') : '' },
    submit: ({ testPhones }) => onSubmit(testPhones),
  });
  const phones = form.field('testPhones');
  return (
    <Dialog title={t('bulks:flows.phones')} onClose={onClose}>
      <FormBody form={form} isDialog submit={submit}>
        <TestPhonesField
          help={help}
          data-autofocus
          {...phones}
          error={phonesTrouble(form.form.errors['testPhones'], t) ?? phones.error}
        />
      </FormBody>
    </Dialog>
  );
}
