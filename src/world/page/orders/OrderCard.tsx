import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconMotorbike,
  IconPlayerSkipForward,
  IconToolsKitchen2,
  IconWalk,
  IconX,
} from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import { useFormat } from '../zone.tsx';
import classes from './OrderCard.module.css';
import { isOver, nextStatus } from './order-steps.ts';
import { timeLeft } from './time-left.ts';
import type { Courier, Kind, Order } from './types.ts';
import { useMoneyOf, useOrderActions } from './use-orders.ts';

const KIND_ICONS: Record<Kind, typeof IconWalk> = {
  DeliveryByCourier: IconMotorbike,
  DeliveryByClient: IconWalk,
  Common: IconToolsKitchen2,
};

type Props = {
  order: Order;
  courier: Courier | undefined;
  cause: string | undefined;
  now: Date;
  onOpen(): void;
  onCancel(): void;
};

/** An order on the board: who, how much, when it is promised, and the steps it may take. */
export function OrderCard({ order, courier, cause, now, onOpen, onCancel }: Props) {
  const { t } = useTexts();
  const money = useMoneyOf(order.organizationId);
  const format = useFormat();
  const Icon = KIND_ICONS[order.kind];
  const left = timeLeft(order.completeBefore, now, t);
  const isDone = isOver(order) || order.status === 'Delivered';
  const about = courier?.name ?? cause ?? t(`kind${order.kind}`);

  return (
    <article className={classes.card} data-status={order.status}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <span className={classes.line}>
          <b>№ {order.number}</b>
          {isDone ? (
            <span className={classes.when}>{format.time(order.changedAt)}</span>
          ) : (
            <span className={classes.when} data-look={left.appearance} title={left.words}>
              {left.appearance === 'late' && <IconAlertTriangle size={13} aria-label={t('lateMark')} />}
              {left.text}
            </span>
          )}
        </span>
        <span className={classes.line}>
          <span className={classes.name}>{order.guestName}</span>
          <span className={classes.sum}>{money(order.sum)}</span>
        </span>
        <span className={classes.kind} title={t(`kind${order.kind}`)}>
          <Icon size={15} aria-hidden />
          <span>{about}</span>
        </span>
        <VisuallyHidden>{t(`status${order.status}`)}</VisuallyHidden>
        {order.creation !== 'Success' && (
          <span className={classes.problem}>
            {order.creation === 'InProgress'
              ? t('creationInProgress')
              : t('creationError', { reason: order.error?.message ?? '' })}
          </span>
        )}
      </button>
      {!isOver(order) && order.creation === 'Success' && <Steps order={order} onCancel={onCancel} />}
    </article>
  );
}

/** The usual next step, a step left out, and the end. */
function Steps({ order, onCancel }: { order: Order; onCancel(): void }) {
  const { t } = useTexts();
  const { move } = useOrderActions(order);
  const next = nextStatus(order);
  const further = nextStatus(order, 2);
  return (
    <div className={classes.steps}>
      {next && (
        <Button
          size="compact-sm"
          variant="light"
          className={classes.next}
          title={t('moveTo', { status: t(`status${next}`) })}
          onClick={() => void move(next)}
        >
          {t(`do${next}`)}
        </Button>
      )}
      {further && (
        <Tooltip label={t('skipTo', { status: t(`status${further}`) })}>
          <ActionIcon
            variant="subtle"
            size={28}
            className={classes.skip}
            aria-label={t('skipTo', { status: t(`status${further}`) })}
            onClick={() => void move(further)}
          >
            <IconPlayerSkipForward size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('cancelOrder')}>
        <ActionIcon variant="subtle" color="red" size={28} aria-label={t('cancelOrder')} onClick={onCancel}>
          <IconX size={15} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
