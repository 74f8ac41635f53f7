import { useQuery } from '@tanstack/react-query';
import type { Tariff } from '#contract/billing/tariffs.ts';
import { call } from '#web/lib/api/api.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';

type Props = { tariff: Tariff; value: readonly string[]; onChange: (ids: string[]) => void };

/** Chooses what a tariff is for, where the cabinet has something to choose from. */
export function ItemPicker({ tariff, value, onChange }: Props) {
  const t = useTexts();
  const items = useQuery({
    queryKey: ['billing', 'items'],
    queryFn: () => call('GET /api/v1/payments/items'),
  });
  const { itemKind } = tariff;
  const offered = items.data?.filter(({ kind }) => kind === itemKind) ?? [];
  const fewest = tariff.unit ? 1 : 2;
  if (!itemKind || offered.length < fewest) return null;
  return (
    <ManySelect
      label={t(`billing:items.${itemKind}`)}
      placeholder={t(tariff.unit ? 'billing:items.any' : 'billing:items.every')}
      data={offered.map(({ id, title }) => ({ value: id, label: title }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
