import type { FastifyInstance } from 'fastify';
import type { Channel } from './journal.ts';
import type { Sim } from './sim.ts';

/** A simulated service as the world sees it; `services.ts` lists them. */
export type Service = {
  /** Its name in the journal, and the first part of its paths. */
  name: Channel;
  /** How the vendor writes down a refusal. */
  refusal(status: number, message: string): unknown;
  serve(app: FastifyInstance, sim: Sim): void;
  /** Credentials by the name of the business that owns them. */
  keys(sim: Sim): ServiceKeys[];
  /** Text messages on people's phones, for services that carry them. */
  phone?: ServicePhone;
};

/** @property isTaken whether some cabinet uses them just now */
export type ServiceKeys = { business: string; keys: { label: string; value: string }[]; isTaken: boolean };

export type ServicePhone = {
  title: string;
  senders(sim: Sim): { id: string; name: string; isConnected: boolean }[];
  chats(sim: Sim): TextChat[];
  /** A person writes to a sender. */
  receive(sim: Sim, order: { from: string; to: string; text: string }): void;
};

export type TextChat = {
  sender: string;
  /** E.164. */
  phone: string;
  messages: TextMessage[];
};

/** @property note why it did not arrive, or that the service wrote it itself */
export type TextMessage = {
  id: string;
  direction: 'in' | 'out';
  /** ISO 8601. */
  at: string;
  text: string;
  status: 'waiting' | 'arrived' | 'failed';
  note: string | null;
};
