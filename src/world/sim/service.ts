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
  /** Chats on people's phones, for services that carry messages. */
  phones?: readonly ServicePhone[];
  /** Records that the people of a business see in the vendor's own interface, and what they can do with them. */
  staff?: readonly StaffTable[];
};

/** @property isTaken whether some cabinet uses them just now */
export type ServiceKeys = { business: string; keys: { label: string; value: string }[]; isTaken: boolean };

/**
 * Chats of a service as people see them on their phones.
 *
 * @property id unique among all services; a part of paths
 * @property canAnswer whether people can write to the senders
 */
export type ServicePhone = {
  id: string;
  title: string;
  skin: 'text' | 'whatsapp';
  canAnswer: boolean;
  senders(sim: Sim): { id: string; name: string; isConnected: boolean }[];
  chats(sim: Sim): Chat[];
  /** A person writes to a sender, or taps a button of its last message. */
  receive(sim: Sim, order: { from: string; to: string; text: string; button?: string | undefined }): void;
};

export type Chat = {
  sender: string;
  /** E.164. */
  phone: string;
  messages: ChatMessage[];
};

/** @property note why it did not arrive, or that the service wrote it itself */
export type ChatMessage = {
  id: string;
  direction: 'in' | 'out';
  /** ISO 8601. */
  at: string;
  text: string;
  buttons: ChatButton[];
  imageUrl: string | null;
  file: { name: string; url: string; kind?: string } | null;
  status: 'waiting' | 'arrived' | 'failed';
  note: string | null;
};

/** @property target the payload of a reply, the address of a link, the number of a call */
export type ChatButton = { kind: 'reply' | 'url' | 'call'; title: string; target: string };

/** A text in the languages of the page. */
export type Words = Readonly<Record<'en' | 'ru' | 'pt_br' | 'uk', string>>;

/**
 * A table of the staff's page.
 *
 * @property id unique among all services; a part of paths
 */
export type StaffTable = {
  id: string;
  title: Words;
  columns: readonly Words[];
  /** As many cells as columns; the newest row first. */
  rows(sim: Sim): readonly { id: string; cells: readonly string[] }[];
  actions: readonly StaffAction[];
};

/**
 * An action of the staff: with a row, or with `isNew` without one.
 *
 * @property fields what is asked for; `value` is what stands in the form at first
 * @property run throws a `ControlError` for values that the vendor would refuse
 */
export type StaffAction = {
  id: string;
  title: Words;
  isNew?: true;
  fields(sim: Sim, rowId: string | null): readonly StaffField[];
  run(sim: Sim, rowId: string | null, values: Readonly<Record<string, string>>): void;
};

/** @property options for a choice, else null. `when`: a civil time, `YYYY-MM-DDTHH:MM` */
export type StaffField = {
  name: string;
  label: Words;
  kind: 'text' | 'long_text' | 'choice' | 'when';
  options: readonly { value: string; label: string }[] | null;
  value: string;
};
