import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import type { Iiko, Order } from './types.ts';
import { useOrderActions } from './use-orders.ts';

type Props = { iiko: Iiko; order: Order; onClose(): void };

/** Ends an order, saying why. */
export function CancelDialog({ iiko, order, onClose }: Props) {
  const { t } = useTexts();
  const { cancel } = useOrderActions(order);
  const [causeId, setCauseId] = useState(iiko.cancelCauses[0]?.id ?? '');
  const [comment, setComment] = useState('');
  const [isSaving, setSaving] = useState(false);
  const submit = async () => {
    setSaving(true);
    const isCancelled = await cancel(causeId, comment);
    setSaving(false);
    if (isCancelled) onClose();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={<Text fw={650}>{t('order', { number: order.number })}</Text>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <Select
            label={t('cause')}
            allowDeselect={false}
            value={causeId}
            onChange={(next) => next && setCauseId(next)}
            data={iiko.cancelCauses.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <TextInput
            label={t('causeComment')}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" color="red" loading={isSaving} fullWidth size="md" mt="xs">
            {t('cancelOrder')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
