import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { PromoOfCart } from './use-promo.ts';

/** Enters a promo code for the cart; an accepted one is shown with the way to remove it. */
export function PromoCodeField({ promo }: { promo: PromoOfCart }) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  if (promo.applied) {
    return (
      <div>
        <Group gap="xs" role="status">
          <Text>{t('billing:cart.promo.applied', { code: promo.applied.promocode })}</Text>
          <Button variant="default" size="compact-sm" onClick={promo.remove}>
            {t('billing:cart.promo.remove')}
          </Button>
        </Group>
        {promo.error && (
          <Text size="sm" c="bad" role="alert">
            {promo.error}
          </Text>
        )}
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '' && !promo.isChecking) promo.apply(typed);
      }}
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          maw={280}
          flex={1}
          aria-label={t('billing:cart.promo.label')}
          placeholder={t('billing:cart.promo.label')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={64}
          value={typed}
          error={promo.error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            promo.forget();
          }}
        />
        <Button type="submit" variant="default" loading={promo.isChecking} disabled={typed.trim() === ''}>
          {t('billing:cart.promo.apply')}
        </Button>
      </Group>
    </form>
  );
}
