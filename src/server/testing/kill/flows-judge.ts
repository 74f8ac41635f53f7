import { z } from 'zod';
import type { Cabinet, KilledKind } from './flows-scene.ts';
import type { House } from './house.ts';

export type Sent = {
  /** Live messages that reached a phone, by the world's count. */
  sent: Record<KilledKind, number>;
  /** Live messages that did not, for any reason. Test messages go to the owner's phone and do not count. */
  unsent: number;
  doubled: number;
  /** Messages with the text of another version than their own. */
  wrongVersions: number;
  /** Versions of all flows with sent messages. */
  versionsSent: number;
  /** Posted items that are stored. */
  stored: { orders: number; carts: number; events: number; customers: number };
};

const Judgement = z.object({ counts: z.record(z.string(), z.number()) });
type Row = { id: string; kind: KilledKind; version: number; body: string; isTest: boolean };

/** Compares the messages that the world accepted with those that should be sent. */
export async function readSent({ owner, request }: House, { tenantId }: Cabinet): Promise<Sent> {
  const { counts } = Judgement.parse(await request('GET', '/_sim/judge?channel=d360'));
  const { rows } = await owner.query<Row>(
    `select m.id, f.kind, m.sender_version as version, m.body, m.is_test as "isTest" from messages m
     join flows f on f.tenant_id = m.tenant_id and f.id = m.sender_id where m.tenant_id = $1`,
    [tenantId],
  );
  const timesOf = ({ id }: Row) => counts[id] ?? 0;
  const live = rows.filter(({ isTest }) => !isTest);
  const sent = live.filter((row) => timesOf(row) > 0);
  const sentOf = (wanted: KilledKind) => sent.filter(({ kind }) => kind === wanted).length;
  const stored = await owner.query<Sent['stored']>(
    `select (select count(*)::int from orders where tenant_id = $1) as orders,
       (select count(*)::int from carts where tenant_id = $1) as carts,
       (select count(*)::int from api_events where tenant_id = $1) as events,
       (select count(*)::int from contacts where tenant_id = $1 and phone is not null) as customers`,
    [tenantId],
  );
  return {
    sent: {
      order_status: sentOf('order_status'),
      abandoned_cart: sentOf('abandoned_cart'),
      api_event: sentOf('api_event'),
      birthday: sentOf('birthday'),
    },
    unsent: live.length - sent.length,
    doubled: rows.filter((row) => timesOf(row) > 1).length,
    wrongVersions: rows.filter(({ body, version }) => !body.includes(`v${version} `)).length,
    versionsSent: new Set(sent.map(({ kind, version }) => `${kind} ${version}`)).size,
    stored: stored.rows[0] ?? { orders: 0, carts: 0, events: 0, customers: 0 },
  };
}
