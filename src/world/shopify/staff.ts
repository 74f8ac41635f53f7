import type { StaffAction, StaffField, StaffTable, Words } from '../sim/service.ts';
import type { Sim } from '../sim/sim.ts';
import { ControlError } from '../values/control-error.ts';
import { cancel, changeCheckout, deliver, enterWebhooks, fulfil, leaveCheckout, pay, placeOrder } from './changes.ts';
import { type Checkout, type Order, type Shop, shopifyState, shopNamed, TOPICS } from './state.ts';

const words = (en: string, ru: string, uk: string, pt_br: string): Words => ({ en, ru, uk, pt_br });
const SHOP = words('Shop', 'Магазин', 'Магазин', 'Loja');
const CUSTOMER = words('Customer', 'Покупатель', 'Покупець', 'Cliente');
const TOTAL = words('Total', 'Сумма', 'Сума', 'Total');
const TOPIC = words('Topic', 'Тема', 'Тема', 'Tópico');
const ADDRESS = words('Address', 'Адрес', 'Адреса', 'Endereço');
const QUANTITY = words('Quantity', 'Количество', 'Кількість', 'Quantidade');
const ALL = 'all';

const choice = (name: string, label: Words, options: StaffField['options']): StaffField => ({
  name,
  label,
  kind: 'choice',
  options,
  value: options?.[0]?.value ?? '',
});
const shopChoice = (sim: Sim) =>
  choice(
    'shop',
    SHOP,
    shopifyState(sim).shops.map(({ domain, name }) => ({ value: domain, label: name })),
  );

/** Customers of all shops, each with the shop in the value. */
const customerChoice = (sim: Sim) =>
  choice(
    'customer',
    CUSTOMER,
    shopifyState(sim).shops.flatMap(({ domain, name, customers }) =>
      customers.map((one) => ({
        value: `${domain} ${one.id}`,
        label: `${name}: ${[one.first_name, one.last_name].filter(Boolean).join(' ')} ${one.phone ?? ''}`.trim(),
      })),
    ),
  );

function buyerOf(sim: Sim, { customer = '' }: Readonly<Record<string, string>>): { shop: Shop; customerId: number } {
  const [domain = '', id = ''] = customer.split(' ');
  return { shop: shopNamed(sim, domain), customerId: Number(id) };
}

function orderOf(sim: Sim, rowId: string | null): { shop: Shop; order: Order } {
  for (const shop of shopifyState(sim).shops) {
    const order = shop.orders.find(({ id }) => String(id) === rowId);
    if (order) return { shop, order };
  }
  throw new ControlError(404, 'order not found');
}

function checkoutOf(sim: Sim, rowId: string | null): { shop: Shop; checkout: Checkout } {
  for (const shop of shopifyState(sim).shops) {
    const checkout = shop.checkouts.find(({ token }) => token === rowId);
    if (checkout) return { shop, checkout };
  }
  throw new ControlError(404, 'checkout not found');
}

const step = (id: string, title: Words, change: (sim: Sim, shop: Shop, order: Order) => void): StaffAction => ({
  id,
  title,
  fields: () => [],
  run(sim, rowId) {
    const { shop, order } = orderOf(sim, rowId);
    change(sim, shop, order);
  },
});

const nameOf = ({ customer }: Pick<Order, 'customer'>) =>
  [customer?.first_name, customer?.last_name].filter(Boolean).join(' ');

const stateOf = ({ cancelled_at: cancelledAt, fulfillment_status: fulfilled, financial_status: payment }: Order) =>
  [cancelledAt ? 'cancelled' : null, payment, fulfilled].filter(Boolean).join(', ');

const ORDERS: StaffTable = {
  id: 'shopify-orders',
  title: words('Shopify: orders', 'Shopify: заказы', 'Shopify: замовлення', 'Shopify: pedidos'),
  columns: [
    SHOP,
    words('Number', 'Номер', 'Номер', 'Número'),
    CUSTOMER,
    TOTAL,
    words('State', 'Состояние', 'Стан', 'Estado'),
  ],
  rows: (sim) =>
    shopifyState(sim).shops.flatMap((shop) =>
      shop.orders.toReversed().map((order) => ({
        id: String(order.id),
        cells: [shop.name, order.name, nameOf(order), `${order.total_price} ${order.currency}`, stateOf(order)],
      })),
    ),
  actions: [
    step('pay', words('Mark as paid', 'Отметить оплату', 'Позначити оплату', 'Marcar como pago'), pay),
    step('fulfil', words('Fulfill', 'Отправить', 'Відправити', 'Enviar'), fulfil),
    step('deliver', words('Deliver', 'Доставить', 'Доставити', 'Entregar'), deliver),
    step('cancel', words('Cancel', 'Отменить', 'Скасувати', 'Cancelar'), cancel),
    {
      id: 'new',
      title: words('New order', 'Новый заказ', 'Нове замовлення', 'Novo pedido'),
      isNew: true,
      fields: (sim) => [customerChoice(sim)],
      run(sim, _rowId, values) {
        const { shop, customerId } = buyerOf(sim, values);
        placeOrder(sim, shop, { customerId });
      },
    },
  ],
};

const CHECKOUTS: StaffTable = {
  id: 'shopify-checkouts',
  title: words('Shopify: checkouts', 'Shopify: оформления', 'Shopify: оформлення', 'Shopify: checkouts'),
  columns: [SHOP, CUSTOMER, TOTAL, words('Completed', 'Завершено', 'Завершено', 'Concluído')],
  rows: (sim) =>
    shopifyState(sim).shops.flatMap((shop) =>
      shop.checkouts.toReversed().map((checkout) => ({
        id: checkout.token,
        cells: [
          shop.name,
          nameOf(checkout),
          `${checkout.total_price} ${checkout.currency}`,
          checkout.completed_at ? '✓' : '',
        ],
      })),
    ),
  actions: [
    {
      id: 'quantity',
      title: words('Change quantity', 'Изменить количество', 'Змінити кількість', 'Mudar quantidade'),
      fields: () => [{ name: 'quantity', label: QUANTITY, kind: 'text', options: null, value: '2' }],
      run(sim, rowId, { quantity = '' }) {
        const { shop, checkout } = checkoutOf(sim, rowId);
        const count = Number(quantity);
        if (!Number.isInteger(count) || count < 1) throw new ControlError(400, 'a quantity is a whole number');
        changeCheckout(sim, shop, checkout, count);
      },
    },
    {
      id: 'order',
      title: words('Place the order', 'Оформить заказ', 'Оформити замовлення', 'Fazer o pedido'),
      fields: () => [],
      run(sim, rowId) {
        const { shop, checkout } = checkoutOf(sim, rowId);
        if (checkout.completed_at) throw new ControlError(409, 'the checkout is completed');
        placeOrder(sim, shop, { customerId: null, checkout, isPaid: true });
      },
    },
    {
      id: 'new',
      title: words('Leave a checkout', 'Бросить оформление', 'Покинути оформлення', 'Abandonar um checkout'),
      isNew: true,
      fields: (sim) => [customerChoice(sim)],
      run(sim, _rowId, values) {
        const { shop, customerId } = buyerOf(sim, values);
        leaveCheckout(sim, shop, { customerId });
      },
    },
  ],
};

const WEBHOOKS: StaffTable = {
  id: 'shopify-webhooks',
  title: words('Shopify: webhooks', 'Shopify: вебхуки', 'Shopify: вебхуки', 'Shopify: webhooks'),
  columns: [SHOP, TOPIC, ADDRESS],
  rows: (sim) =>
    shopifyState(sim).shops.flatMap((shop) =>
      shop.webhooks
        .toReversed()
        .map(({ id, topic, address }) => ({ id: String(id), cells: [shop.name, topic, address] })),
    ),
  actions: [
    {
      id: 'delete',
      title: words('Delete', 'Удалить', 'Видалити', 'Excluir'),
      fields: () => [],
      run(sim, rowId) {
        for (const shop of shopifyState(sim).shops)
          shop.webhooks = shop.webhooks.filter(({ id }) => String(id) !== rowId);
        sim.changed('shopify');
      },
    },
    {
      id: 'new',
      title: words('Create webhook', 'Создать вебхук', 'Створити вебхук', 'Criar webhook'),
      isNew: true,
      fields: (sim) => [
        shopChoice(sim),
        choice(
          'topic',
          TOPIC,
          [ALL, ...TOPICS].map((one) => ({ value: one, label: one })),
        ),
        { name: 'address', label: ADDRESS, kind: 'text', options: null, value: '' },
      ],
      run(sim, _rowId, { shop = '', topic = '', address = '' }) {
        if (!URL.canParse(address)) throw new ControlError(400, 'the address is no URL');
        const topics = topic === ALL ? TOPICS : TOPICS.filter((one) => one === topic);
        enterWebhooks(sim, shopNamed(sim, shop), topics, address);
      },
    },
  ],
};

/** The shop's admin: its orders, its checkouts, and the addresses of its webhooks. */
export const SHOPIFY_STAFF: readonly StaffTable[] = [ORDERS, CHECKOUTS, WEBHOOKS];
