import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { brand } from '#web/lib/pages/brand.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** Tariffs that single kinds of flows need, by the ids of the specification, section 3. */
const NAMED = [4, 5, 10, 11, 15] as const;

/** Tariffs of this domain that include the flow, and how to get one. */
export function TariffWay({ tariffIds }: { tariffIds: readonly number[] }) {
  const t = useTexts();
  const canPay = useCanOpen()('/payments');
  const sold = tariffIds.filter((id) => brand.tariffIds.includes(id));
  const named = NAMED.filter((id) => sold.includes(id));
  // NOTE: kinds that most tariffs include name none: the page of payments has them all.
  const names = named.length === sold.length ? named.map((id) => t(`attention:list.tariff.t${id}`)) : [];
  return (
    <Text span size="sm">
      {names.length > 0 && `${t('attention:list.in_tariffs', { names: names.join(', ') })}. `}
      <Anchor component={Link} to={canPay ? '/payments' : '/account/update'} size="sm">
        {t(canPay ? 'attention:list.get_tariff' : 'attention:list.ask_tariff')}
      </Anchor>
    </Text>
  );
}
