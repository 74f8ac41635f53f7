import { Button, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { act, showDone } from '../api.ts';
import { useTexts } from '../texts.tsx';
import { type Person, PersonFields } from '../PersonFields.tsx';
import { Menu } from './Menu.tsx';
import { useMoneyOf } from './use-orders.ts';
import { type Iiko, KINDS, type Kind, type Order, type Restaurant } from './types.ts';

type Props = { iiko: Iiko; restaurant: Restaurant; onClose(): void; onPlaced(phone: string): void };

const MINUTES = [30, 45, 60, 90, 120] as const;

/** Takes an order: who, what, how it is handed over and when. */
export function NewOrderDialog({ iiko, restaurant, onClose, onPlaced }: Props) {
  const { t } = useTexts();
  const money = useMoneyOf(restaurant.id);
  const guests = iiko.guests.filter((one) => one.network === restaurant.network);
  const products = iiko.products.filter((one) => one.network === restaurant.network);
  const [person, setPerson] = useState<Person>({ isNew: false, id: guests[0]?.id ?? null, name: '', phone: '+7 9' });
  const [kind, setKind] = useState<Kind>('DeliveryByCourier');
  const [amounts, setAmounts] = useState<Record<string, number>>({ [products[0]?.id ?? '']: 1 });
  const [minutes, setMinutes] = useState(60);
  const [comment, setComment] = useState('');
  const [isSaving, setSaving] = useState(false);
  const chosen = products.filter(({ id }) => (amounts[id] ?? 0) > 0);
  const sum = chosen.reduce((total, { id, price }) => total + price * (amounts[id] ?? 0), 0);

  const place = async () => {
    setSaving(true);
    const placed = await act<Order>('POST', '/_sim/iiko/orders', {
      organizationId: restaurant.id,
      ...(person.isNew ? { guest: { name: person.name, phone: person.phone } } : { guestId: person.id }),
      kind,
      items: chosen.map(({ id }) => ({ productId: id, amount: amounts[id] })),
      inMinutes: minutes,
      ...(comment !== '' && { comment }),
    });
    setSaving(false);
    if (!placed) return;
    showDone(t('orderPlaced', { number: placed.number }));
    onPlaced(placed.phone.replace('+', ''));
    onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={<Text fw={650}>{t('newOrder')}</Text>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void place();
        }}
      >
        <Stack gap="sm">
          <PersonFields
            value={person}
            people={guests}
            words={{ one: t('guest'), known: t('knownGuest'), new: t('newGuest') }}
            onChange={(change) => setPerson({ ...person, ...change })}
          />
          <SegmentedControl
            fullWidth
            value={kind}
            onChange={(next) => setKind(KINDS.find((one) => one === next) ?? 'DeliveryByCourier')}
            data={KINDS.map((one) => ({ value: one, label: t(`kind${one}`) }))}
          />
          <Menu money={money} products={products} amounts={amounts} onAmounts={setAmounts} />
          <Select
            label={t('promiseIn')}
            allowDeselect={false}
            value={String(minutes)}
            onChange={(next) => next && setMinutes(Number(next))}
            data={MINUTES.map((count) => ({ value: String(count), label: t('timeMinutes', { count }) }))}
          />
          <TextInput
            label={t('orderComment')}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" loading={isSaving} disabled={chosen.length === 0} mt="xs" fullWidth size="md">
            {t('place', { sum: money(sum) })}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
