import { Button, Card, Group, Select, Skeleton, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { restaurantOfAddress } from '../salon-of-language.ts';
import { useTexts } from '../texts.tsx';
import { useNow } from '../use-world.ts';
import classes from './Board.module.css';
import { CancelDialog } from './CancelDialog.tsx';
import { NewOrderDialog } from './NewOrderDialog.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { ORDER_STEPS, type OrderStep, ordersOf } from './order-steps.ts';
import type { Iiko, Order, Restaurant } from './types.ts';
import { useIiko } from './use-orders.ts';

type Props = {
  restaurantId: string | null;
  onRestaurant(id: string): void;
  /** An order was opened or placed: its guest is the one to watch. */
  onPerson(phone: string): void;
  onPhone(phone: string): void;
};

/** The restaurant's orders by status, as its staff has them in iiko. */
export function Board(props: Props) {
  const iiko = useIiko();
  const now = useNow(15_000);
  const restaurant =
    iiko.data?.organizations.find(({ id }) => id === props.restaurantId) ??
    restaurantOfAddress(iiko.data?.organizations ?? []);
  if (!iiko.data || !restaurant || !now) return <Skeleton height={640} radius={12} />;
  return <LoadedBoard key={restaurant.id} iiko={iiko.data} restaurant={restaurant} now={now} {...props} />;
}

type Loaded = Props & { iiko: Iiko; restaurant: Restaurant; now: Date };

function LoadedBoard({ iiko, restaurant, now, onRestaurant, onPerson, onPhone }: Loaded) {
  const { t } = useTexts();
  const [isPlacing, setPlacing] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [cancelledId, setCancelledId] = useState<string | null>(null);
  const orders = iiko.orders.filter((order) => order.organizationId === restaurant.id);
  const open = orders.find((order) => order.id === openId);
  const cancelled = orders.find((order) => order.id === cancelledId);

  return (
    <Card className={classes.board}>
      <Group justify="space-between" mb={14} gap="sm">
        <div>
          <Title order={2} fz={18}>
            {t('ordersTitle')}
          </Title>
          <Text fz={13} c="var(--page-quiet)">
            {t('ordersHint')}
          </Text>
        </div>
        <Group gap="xs" className={classes.tools}>
          <Select
            aria-label={t('restaurant')}
            className={classes.restaurant}
            allowDeselect={false}
            value={restaurant.id}
            onChange={(id) => id && onRestaurant(id)}
            data={iiko.organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Button leftSection={<IconPlus size={16} />} onClick={() => setPlacing(true)}>
            {t('newOrder')}
          </Button>
        </Group>
      </Group>
      <div className={classes.stages}>
        {ORDER_STEPS.map((step) => (
          <Column
            key={step.key}
            step={step}
            orders={orders}
            iiko={iiko}
            now={now}
            onOpen={(order) => {
              setOpenId(order.id);
              onPerson(order.phone.replace('+', ''));
            }}
            onCancel={(order) => setCancelledId(order.id)}
          />
        ))}
      </div>
      {isPlacing && (
        <NewOrderDialog iiko={iiko} restaurant={restaurant} onClose={() => setPlacing(false)} onPlaced={onPerson} />
      )}
      {open && (
        <OrderDialog
          key={open.id}
          iiko={iiko}
          order={open}
          onClose={() => setOpenId(null)}
          onCancel={() => {
            setOpenId(null);
            setCancelledId(open.id);
          }}
          onPhone={onPhone}
        />
      )}
      {cancelled && (
        <CancelDialog key={cancelled.id} iiko={iiko} order={cancelled} onClose={() => setCancelledId(null)} />
      )}
    </Card>
  );
}

type ColumnProps = {
  step: OrderStep;
  orders: Order[];
  iiko: Iiko;
  now: Date;
  onOpen(order: Order): void;
  onCancel(order: Order): void;
};

/** One stage; where it gathers several statuses, each has its own heading. */
function Column({ step, orders, iiko, now, onOpen, onCancel }: ColumnProps) {
  const { t } = useTexts();
  const groups = step.statuses
    .map((status) => ({ status, shown: ordersOf(orders, status, now) }))
    .filter(({ shown }) => shown.length > 0);
  const count = groups.reduce((sum, { shown }) => sum + shown.length, 0);

  return (
    <section className={classes.stage} data-stage={step.key} aria-label={t(step.title)}>
      <h3 className={classes.head}>
        <span className={classes.dot} aria-hidden />
        {t(step.title)}
        <small>{count || ''}</small>
      </h3>
      {count === 0 && <p className={classes.empty}>{t('stageEmpty')}</p>}
      {groups.map(({ status, shown }) => (
        <div key={status} className={classes.group}>
          {step.statuses.length > 1 && <h4 className={classes.status}>{t(`status${status}`)}</h4>}
          {shown.map((order) => (
            <OrderCard
              key={order.id}
              order={order}
              courier={iiko.couriers.find(({ id }) => id === order.courierId)}
              cause={iiko.cancelCauses.find(({ id }) => id === order.cancel?.causeId)?.name}
              now={now}
              onOpen={() => onOpen(order)}
              onCancel={() => onCancel(order)}
            />
          ))}
        </div>
      ))}
    </section>
  );
}
