import { Button, Divider, Group, Modal, Select, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowRight, IconClockPlus, IconDeviceMobileMessage, IconRepeat, IconTrash } from '@tabler/icons-react';
import { formatPhone } from '../format.ts';
import { useTexts } from '../texts.tsx';
import { useFormat } from '../zone.tsx';
import classes from './OrderDialog.module.css';
import { isOver, nextStatus } from './order-steps.ts';
import { type Iiko, type Order, STATUSES, type Status } from './types.ts';
import { useMoneyOf, useOrderActions } from './use-orders.ts';

type Props = { iiko: Iiko; order: Order; onClose(): void; onCancel(): void; onPhone(phone: string): void };

const isStatus = (text: string | null): text is Status => STATUSES.some((status) => status === text);

/** One order whole: what was ordered, and all that staff may do with it. */
export function OrderDialog({ iiko, order, onClose, onCancel, onPhone }: Props) {
  const { t } = useTexts();
  const { move, setCourier, promiseLater: postpone, repeat } = useOrderActions(order);
  const phone = order.phone.replace('+', '');
  const next = nextStatus(order);
  const guest = iiko.guests.find(({ id }) => id === order.guestId);
  const couriers = iiko.couriers.filter((one) => one.organizationId === order.organizationId);

  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={<Text fw={650}>{t('order', { number: order.number })}</Text>}
    >
      <Stack gap="sm">
        <div>
          <Text fw={600}>{[order.guestName, guest?.surname].filter(Boolean).join(' ')}</Text>
          <Text fz={13} c="var(--page-quiet)">
            {[formatPhone(phone), t(`kind${order.kind}`), addressOf(order)].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Dishes order={order} />
        <Promise order={order} onLater={() => void postpone()} />
        <Select
          label={t('anyStatus')}
          description={t('anyStatusHint')}
          allowDeselect={false}
          value={order.status}
          onChange={(status) => {
            if (status === 'Cancelled') onCancel();
            else if (isStatus(status)) void move(status);
          }}
          data={STATUSES.map((status) => ({ value: status, label: t(`status${status}`) }))}
        />
        {order.kind === 'DeliveryByCourier' && (
          <Select
            label={t('courier')}
            placeholder={t('noCourier')}
            clearable
            value={order.courierId}
            onChange={(courierId) => void setCourier(courierId)}
            data={couriers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Button
          variant="light"
          leftSection={<IconDeviceMobileMessage size={18} />}
          onClick={() => {
            onPhone(phone);
            onClose();
          }}
        >
          {t('openGuestPhone')}
        </Button>
        <Divider />
        <Group justify="space-between" gap="xs">
          {!isOver(order) && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={onCancel}>
              {t('cancelOrder')}
            </Button>
          )}
          <Tooltip label={t('repeatEventHint')}>
            <Button variant="subtle" color="gray" leftSection={<IconRepeat size={16} />} onClick={() => void repeat()}>
              {t('repeatEvent')}
            </Button>
          </Tooltip>
          {next && (
            <Button fullWidth size="md" rightSection={<IconArrowRight size={16} />} onClick={() => void move(next)}>
              {t(`status${next}`)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Dishes({ order }: { order: Order }) {
  const { t } = useTexts();
  const money = useMoneyOf(order.organizationId);
  return (
    <div className={classes.dishes}>
      {order.lines.map((line) => (
        <div key={line.productId} className={classes.dish}>
          <span>
            {line.name} × {line.amount}
          </span>
          <span>{money(line.price * line.amount)}</span>
        </div>
      ))}
      <div className={classes.dish} data-total>
        <b>{t('total')}</b>
        <b>{money(order.sum)}</b>
      </div>
      {order.comment && <Text fz={13}>{order.comment}</Text>}
    </div>
  );
}

function Promise({ order, onLater }: { order: Order; onLater(): void }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text fz={14}>
        {t('promisedAt', { time: `${format.time(order.completeBefore)}, ${format.day(order.completeBefore)}` })}
      </Text>
      {!isOver(order) && (
        <Button
          size="compact-md"
          variant="default"
          className={classes.later}
          leftSection={<IconClockPlus size={15} />}
          onClick={onLater}
        >
          {t('promiseLater')}
        </Button>
      )}
    </Group>
  );
}

const addressOf = ({ address }: Order) => address && `${address.street}, ${address.house}–${address.flat}`;
