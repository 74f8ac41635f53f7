import { TextInput, type TextInputProps } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useTestPhones } from '#web/texts/use-test-phones.ts';

type Props = Omit<TextInputProps, 'label' | 'description'> & {
  /** Names the purpose of the numbers; shown where the cabinet has no numbers of its own. */
  help: string;
};

/** The numbers that tests of a flow or mailing go to. */
export function TestPhonesField({ help, ...props }: Props) {
  const t = useTexts();
  const own = useTestPhones();
  const formatPhone = useFormatPhone();
  const ownPhones = (own.data ?? []).map((phone) => formatPhone(phone)).join(', ');
  return (
    <TextInput
      label={t('flows:test_phones')}
      description={ownPhones ? t('flows:test_phones_own', { phones: ownPhones }) : help}
      inputMode="tel"
      {...props}
    />
  );
}
