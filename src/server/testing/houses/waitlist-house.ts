import { randomUUID } from 'node:crypto';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { Answered } from '#server/testing/server/http.ts';
import * as contract from '#contract/waitlist/calls.ts';
import type { FreedSlot, SlotOffer, WaitlistSettings, WaitPreference } from '#contract/waitlist/calls.ts';
import { signIds } from '#server/platform/secrets/signed-ids.ts';
import { bookedSalons, type Salon } from './booked-salon.ts';
import { builders } from '#server/testing/rows/builders.ts';
import type { TestServer } from '#server/testing/server/http.ts';

export type ShownSlot = FreedSlot & { offers: SlotOffer[] };

type Columns = Parameters<ReturnType<typeof builders>['aContact']>[0];

export type WaitlistSalon = Salon & {
  save(settings: Partial<WaitlistSettings>): Promise<Answered<typeof contract.saveWaitlistSettings>>;
  person(name: string, columns?: Columns): Promise<ContactId>;
  /** Adds a contact to the list. */
  waiting(name: string, preference?: Partial<WaitPreference>, columns?: Columns): Promise<ContactId>;
  /** Cancels a visit of Anna, two days ahead unless given. */
  free(booked?: Parameters<Salon['book']>[0]): ReturnType<Salon['book']>;
  /** The slot that was freed last. */
  slot(): Promise<ShownSlot>;
  slots(): Promise<FreedSlot[]>;
  /** The path of the page in a message, the last one unless given. */
  link(nth?: number): string;
  linkTo(offerId: string): string;
  entries(status?: contract.EntryStatus): Promise<contract.WaitEntry[]>;
};

type WaitlistSalons = {
  server: TestServer;
  rows: ReturnType<typeof builders>;
  open(change?: Partial<WaitlistSettings>): Promise<WaitlistSalon>;
  /** Reads the public page of an offer. */
  page(path: string): Promise<{ status: number; text: string }>;
  /** Posts an answer as its buttons do. @returns the status */
  tap(path: string, answer: string): Promise<number>;
  /** Posts a form, from an address of its own unless given. @returns the status */
  post(path: string, form: Record<string, string>, address?: string): Promise<number>;
};

/** Salons that offer freed slots, with the steps of their customers. */
export async function waitlistSalons(): Promise<WaitlistSalons> {
  const { server, open } = await bookedSalons();
  const rows = builders(server.owner);
  let visitors = 0;
  // NOTE: requests are limited by address, so each has its own.
  const aVisitor = () => ({ 'x-forwarded-for': `10.9.${(visitors >> 8) & 255}.${visitors++ & 255}` });

  async function openWaitlist(change: Partial<WaitlistSettings> = {}): Promise<WaitlistSalon> {
    const salon = await open();
    const { token, tenantId } = salon.owner;
    const save: WaitlistSalon['save'] = async (settings) => {
      const { body } = await server.call(contract.getWaitlistSettings, { token });
      return server.call(contract.saveWaitlistSettings, {
        token,
        body: { settings: { ...body.settings, ...settings }, baseVersion: body.version },
      });
    };
    await save({ isOn: true, ...change });
    const person: WaitlistSalon['person'] = async (name, columns = {}) =>
      (await rows.aContact({ tenantId, name, ...columns })).id;
    return {
      ...salon,
      save,
      person,
      async waiting(name, preference = {}, columns = {}) {
        const contactId = await person(name, columns);
        const { body, status } = await server.call(contract.createWaitEntry, {
          token,
          headers: { 'idempotency-key': randomUUID() },
          body: { contactId, preference },
        });
        if (status !== 200) throw new Error(JSON.stringify(body));
        // NOTE: the list is in the order of joining, and the test's clock stands still.
        await server.clock.advance({ seconds: 1 });
        return contactId;
      },
      async free(booked = {}) {
        const { externalId, visitId } = await salon.book(booked);
        await salon.book({ externalId, status: 'cancelled' });
        return { externalId, visitId };
      },
      async slot() {
        const { body } = await server.call(contract.listFreedSlots, { token });
        const [first] = body.items;
        if (!first) throw new Error('No slot was freed');
        return (await server.call(contract.getFreedSlot, { token, params: { slotId: first.id } })).body;
      },
      slots: async () => (await server.call(contract.listFreedSlots, { token })).body.items,
      link(nth = -1) {
        const text = salon.whatsApp.sent.at(nth)?.message.text ?? '';
        return new URL(/https?:\/\/\S+\/slot\/\S+/.exec(text)?.[0] ?? '').pathname;
      },
      linkTo: (offerId) => `/slot/${signIds(server.ctx, 'slot-offer', [tenantId, offerId])}`,
      entries: async (status = 'waiting') =>
        (await server.call(contract.listWaitEntries, { token, query: { status } })).body.items,
    };
  }

  async function post(path: string, form: Record<string, string>, address?: string): Promise<number> {
    const sent = await fetch(`${server.origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        ...(address ? { 'x-forwarded-for': address } : aVisitor()),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form),
    });
    return sent.status;
  }

  return {
    server,
    rows,
    open: openWaitlist,
    async page(path) {
      const answer = await fetch(`${server.origin}${path}`, { headers: aVisitor() });
      return { status: answer.status, text: await answer.text() };
    },
    tap: (path, answer) => post(path, { answer }),
    post,
  };
}
