import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { getDesk, switchDeskInbox } from '#contract/desk/calls.ts';
import type { ConnectionBinding, VendorAccount } from '#server/testing/conformance/connections/binding.ts';
import type { SimulatedWorld } from '#server/testing/world/simulated-world.ts';

type Founded = { id: number; inboxId: number; userId: number; token: string };
type Simulated = {
  accounts: { id: number; messages: { sourceId: string | null }[] }[];
  switches: { losesWebhooks: boolean };
};

/** Keys of messages whose write was tried. */
const tried = new Set<string>();
const founded = new Map<string, Founded>();

function accountOf({ branchId }: VendorAccount): Founded {
  const account = founded.get(branchId);
  if (!account) throw new Error(`No account ${branchId}`);
  return account;
}

const readState = (world: SimulatedWorld) => world.control<Simulated>('GET', '/chatwoot');

/** A record is a talk in an inbox that our bots answer. */
export const CHATWOOT: ConnectionBinding = {
  kind: 'chatwoot',
  service: 'chatwoot',
  skips: {
    rights: 'An administrator has every right and an agent lacks three at once, so none is missing alone.',
    refresh_race: 'The access token of a person is never renewed.',
    gone: 'Payloads hold the messages themselves, and a talk is not deleted.',
    early_webhook: 'Payloads hold the messages themselves, which are not read again.',
  },
  async found(world) {
    const login = randomUUID();
    const account = await world.control<Founded>('POST', '/chatwoot/accounts', { login });
    const branchId = `${new URL(world.url).host}/chatwoot/${account.id}`;
    founded.set(branchId, account);
    return { login: { kind: 'chatwoot', accessToken: account.token }, branchId };
  },
  /** Talks of inboxes that nobody switched on are passed over. */
  async prepare({ server, owner: { token } }, { id: connectionId }) {
    const { inboxes } = (await server.call(getDesk, { token, params: { connectionId } })).body;
    for (const { externalId: inboxId } of inboxes) {
      const params = { connectionId, inboxId };
      expect((await server.call(switchDeskInbox, { token, params, body: { isOn: true } })).status).toBe(200);
    }
  },
  lists: '/conversations?',
  pages: { first: 'page=1', size: 25 },
  async create(world, account, { phone, isSilent = false }) {
    const { id, inboxId } = accountOf(account);
    const { losesWebhooks } = (await readState(world)).switches;
    if (isSilent) await world.control('PATCH', '/chatwoot', { losesWebhooks: true });
    const order = { account: id, inbox: inboxId, name: randomUUID(), text: 'Good day', status: 'open' };
    const { conversationId } = await world.control<{ conversationId: number }>('POST', '/chatwoot/person-says', {
      ...order,
      ...(phone !== undefined && { phone }),
    });
    if (isSilent) await world.control('PATCH', '/chatwoot', { losesWebhooks });
    return `${id}:${conversationId}`;
  },
  change(world, talkId) {
    const [account, conversation] = talkId.split(':').map(Number);
    return world.control('POST', '/chatwoot/status', { account, conversation, status: 'resolved' });
  },
  statuses: { created: 'open', changed: 'resolved' },
  switchWebhooks: (world, on) => world.control('PATCH', '/chatwoot', { losesWebhooks: !on }),
  forgetWebhook: (world, account) => world.control('POST', '/chatwoot/forget', { account: accountOf(account).id }),
  async revoke(world, account) {
    const { userId } = accountOf(account);
    const token = randomUUID();
    await world.control('PATCH', `/chatwoot/users/${userId}`, { token });
    return { restore: async () => ({ ...account, login: { kind: 'chatwoot', accessToken: token } }) };
  },
  rights: [],
  phones: ['+7 (926) 555-00-01', '89265550001', '8 (926) 555-00-01', '7 926 555 00 01', '+79265550001'],
  tooFast: (seconds) => ({
    status: 429,
    body: { error: 'Rate limit exceeded' },
    ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
  }),
  signsPayloads: true,
  write: {
    path: '/messages',
    /** As the commands of desks do: a write that was tried before is looked up first. */
    async run({ provider: { talks }, caller, branchId }, key) {
      if (!talks) throw new Error('No talks');
      const account = { ...caller, branchExternalId: branchId };
      const inboxes = await talks.listInboxes(account);
      const inboxId = inboxes.isOk ? (inboxes.value[0]?.externalId ?? '') : '';
      const person = { identifier: 'contact-1', name: 'Anna', phone: null };
      const opened = await talks.openTalk(account, { inboxId, person });
      if (!opened.isOk) throw new Error(opened.trouble);
      const { talkId } = opened.value;
      const known = tried.has(key) ? await talks.findMessage(account, talkId, key) : null;
      tried.add(key);
      if (known?.messageId) return;
      const message = { talkId, isPrivate: false, text: 'Hello', files: [], reference: key };
      await talks.addMessage(account, { ...message, direction: 'outgoing' });
    },
    async count(world, account) {
      const { accounts } = await readState(world);
      const own = accounts.find(({ id }) => id === accountOf(account).id);
      return own?.messages.filter(({ sourceId }) => sourceId !== null).length ?? 0;
    },
  },
};
