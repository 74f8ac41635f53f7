import { Select } from '@mantine/core';
import { useTexts } from '../texts.tsx';
import { type Company, VENDORS, type Vendor } from '../types.ts';
import { useCompanies } from '../use-world.ts';

export const VENDOR_TITLES: Record<Vendor, string> = { yclients: 'YCLIENTS', altegio: 'Altegio' };

type Props = { chosen: Company; onChoose(company: Company): void };

/** Picker of the journal that is shown: the branches of both booking systems. */
export function CompanyPicker({ chosen, onChoose }: Props) {
  const { t } = useTexts();
  const companies = useCompanies();
  return (
    <Select
      aria-label={t('branch')}
      w={280}
      maw="100%"
      allowDeselect={false}
      value={keyOf(chosen)}
      onChange={(key) => {
        const company = companies.find((one) => keyOf(one) === key);
        if (company) onChoose(company);
      }}
      data={VENDORS.map((vendor) => ({
        group: VENDOR_TITLES[vendor],
        items: companies.filter((one) => one.vendor === vendor).map((one) => ({ value: keyOf(one), label: one.title })),
      }))}
    />
  );
}

/** NOTE: two vendors may give their branches the same number. */
const keyOf = ({ vendor, id }: Company) => `${vendor}:${id}`;
