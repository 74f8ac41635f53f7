import type pg from 'pg';

const RECONNECT_AFTER_MS = 250;

/**
 * Listens on a NOTIFY channel and reconnects when the connection is lost.
 *
 * @param onNotice called with each payload, and with an empty one after a reconnect: notifications may have been
 * missed
 * @returns stops listening; the pool can be ended after it
 */
export async function listen(
  pool: Pick<pg.Pool, 'connect'>,
  channel: string,
  onNotice: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isOpen = true;
  let client: pg.PoolClient | undefined;
  const connect = async () => {
    const fresh = await pool.connect();
    fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    try {
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      // NOTE: a connection that is lost before it listens would keep its place in the pool, where the next one waits.
      fresh.release(true);
      throw error;
    }
    if (isOpen) client = fresh;
    else fresh.release(true);
  };
  const lost = (broken: pg.PoolClient) => {
    if (client !== broken) return;
    client = undefined;
    broken.release(true);
    void reconnect();
  };
  const reconnect = async () => {
    while (isOpen && !client) {
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_AFTER_MS));
      if (!isOpen) return;
      await connect().then(
        () => isOpen && onNotice(''),
        () => {},
      );
    }
  };
  await connect();
  return async () => {
    isOpen = false;
    const last = client;
    client = undefined;
    last?.release(true);
  };
}
