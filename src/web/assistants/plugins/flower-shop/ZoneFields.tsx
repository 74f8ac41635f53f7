import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import { MAX_DELIVERY_ZONES } from '#contract/assistants/flower-shop/values.ts';
import classes from '#web/assistants/plugins/plugins.module.css';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MoneyField } from '#web/ui/fields/MoneyField.tsx';
import shop from './shop.module.css';

type Zone = FlowerShopPlugin['zones'][number];

type Props = {
  zones: readonly Zone[];
  currency: string;
  errorOf: (path: string) => string | undefined;
  onChange: (zones: Zone[]) => void;
};

/** Where orders are delivered, and for how much. */
export function ZoneFields({ zones, currency, errorOf, onChange }: Props) {
  const t = useTexts();
  const change = (index: number, part: Partial<Zone>) =>
    onChange(zones.map((one, place) => (place === index ? { ...one, ...part } : one)));
  return (
    <div className={shop.group} role="group" aria-label={t('flower_shop:zones')}>
      <div>
        <Text size="sm" fw={550}>
          {t('flower_shop:zones')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('flower_shop:zones_help')}
        </Text>
      </div>
      {zones.map((zone, index) => (
        <div key={index} className={shop.zone} role="group" aria-label={t('flower_shop:zone', { number: index + 1 })}>
          <TextInput
            label={t('flower_shop:zone_title')}
            placeholder={t('flower_shop:zone_example')}
            maxLength={80}
            value={zone.title}
            error={errorOf(`zones.${index}.title`)}
            onChange={({ currentTarget }) => change(index, { title: currentTarget.value })}
          />
          <MoneyField
            label={t('flower_shop:zone_price')}
            currency={currency}
            value={zone.priceMinor}
            error={errorOf(`zones.${index}.priceMinor`)}
            onChange={(minor) => change(index, { priceMinor: minor ?? 0 })}
          />
          <ActionIcon
            mt={28}
            aria-label={t('flower_shop:zone_remove', { number: index + 1 })}
            onClick={() => onChange(zones.filter((_one, place) => place !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {zones.length < MAX_DELIVERY_ZONES && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...zones, { title: '', priceMinor: 0 }])}
        >
          {t('flower_shop:zone_add')}
        </Button>
      )}
    </div>
  );
}
