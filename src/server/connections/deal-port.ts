import type { CommandOutcome } from './command-port.ts';
import type { BranchPlace, Caller, ChangeNotice, ClientFacts, ProviderResult, UnreadableRecord } from './port.ts';

/** Deals of a CRM with their people, stages and tasks. The account of a CRM is one branch of its connection. */
export type DealCapability = {
  listPipelines(caller: Caller, place: BranchPlace): Promise<ProviderResult<PipelineFacts[]>>;
  /** Returns one page of deals changed since, deleted ones too where the CRM lists them; null: of all deals. */
  listDeals(
    caller: Caller,
    place: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<DealPage>>;
  /** Returns those of the deals that the CRM still has, without their people. */
  readDeals(caller: Caller, place: BranchPlace, dealIds: readonly string[]): Promise<ProviderResult<DealFacts[]>>;
  /** Returns null when the CRM no longer has the deal. */
  getDeal(caller: Caller, place: BranchPlace, dealId: string): Promise<ProviderResult<DealFacts | null>>;
  /** Returns one page of open tasks of deals, or of all that changed since. */
  listTasks(
    caller: Caller,
    place: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<{ tasks: DealTaskFacts[]; nextPage: number | null }>>;
  /** Returns those of the tasks that the CRM still has. */
  readTasks(caller: Caller, place: BranchPlace, taskIds: readonly string[]): Promise<ProviderResult<DealTaskFacts[]>>;
  /** Returns null when the CRM no longer has the task. */
  getTask(caller: Caller, place: BranchPlace, taskId: string): Promise<ProviderResult<DealTaskFacts | null>>;
  /** Returns null when the CRM no longer has the contact. */
  getPerson(caller: Caller, place: BranchPlace, personId: string): Promise<ProviderResult<ClientFacts | null>>;
  /** Returns one page of the account's contacts, or of those changed since; `nextPage` is null at the end. */
  listPeople(
    caller: Caller,
    place: BranchPlace,
    changedAfter: Temporal.Instant | null,
    page: number,
  ): Promise<ProviderResult<{ clients: ClientFacts[]; nextPage: number | null }>>;
  /** Lists contacts whose phone it is, in any spelling. @param phone E.164 */
  findPeople(caller: Caller, place: BranchPlace, phone: string): Promise<ProviderResult<ClientFacts[]>>;
  /**
   * Returns the records that a payload says have changed. Payloads are unsigned, so each is read again.
   *
   * @throws {UnreadablePayload} when the body is not what the CRM documents
   */
  readPayload(body: Buffer): ChangeNotice[];
  /** The URL of a deal's page in the CRM. */
  dealUrl(caller: Caller, dealId: string): string;

  moveDeal(caller: Caller, dealId: string, to: StageRef): Promise<CommandOutcome>;
  /** Answers `done` with `{ dealId, personId }`, as strings. */
  createDeal(caller: Caller, deal: NewDeal): Promise<CommandOutcome>;
  /** Looks up the deal with the key, after a call without an answer; null: the CRM has none. */
  findDeal(
    caller: Caller,
    key: string,
    since: Temporal.Instant,
  ): Promise<ProviderResult<{ dealId: string; personId: string | null } | null>>;
  /** Answers `done` with `{ noteId }`, as a string. */
  addNote(caller: Caller, note: NewNote): Promise<CommandOutcome>;
  /** Whether the note was added, after a call without an answer; null: not known. */
  findNote(caller: Caller, note: NewNote, since: Temporal.Instant): Promise<boolean | null>;
  /** Answers `done` with `{ taskId }`, as a string. */
  createTask(caller: Caller, task: NewDealTask): Promise<CommandOutcome>;
};

/** A stage; ids of won and lost stages are the same in all pipelines of amoCRM, so a stage is named by both. */
export type StageRef = { pipelineId: string; stageId: string };

export type PipelineFacts = {
  externalId: string;
  title: string;
  isMain: boolean;
  /** In their order. */
  stages: readonly { externalId: string; title: string; kind: 'open' | 'won' | 'lost' }[];
};

export type DealFacts = {
  externalId: string;
  title: string;
  stage: StageRef;
  /** In the minor unit of the branch's currency. */
  priceMinor: number;
  responsibleId: string | null;
  responsibleName: string | null;
  /** The main contact first. */
  personIds: readonly string[];
  /** The main contact, where it was read with the deal; absent: it was not. */
  person?: ClientFacts | null;
  tags: readonly string[];
  /** Values of the deal's own fields, as text, by the name of the field. */
  fields: Readonly<Record<string, string>>;
  createdAt: Temporal.Instant;
  changedAt: Temporal.Instant;
  closedAt: Temporal.Instant | null;
  isDeleted: boolean;
};

/** One page of deals; those in `unreadable` are not what the CRM documents. */
export type DealPage = {
  deals: DealFacts[];
  unreadable: UnreadableRecord[];
  unknownFields: string[];
  nextPage: number | null;
};

export type DealTaskFacts = {
  externalId: string;
  dealId: string;
  text: string;
  dueAt: Temporal.Instant;
  isDone: boolean;
  isDeleted: boolean;
  responsibleName: string | null;
  changedAt: Temporal.Instant;
};

/** @property person.phone E.164 */
export type NewDeal = {
  /** Names the deal within our product; the CRM gets it as a tag or a field, so that a repeated call can be found. */
  key: string;
  title: string;
  stage: StageRef | null;
  priceMinor: number | null;
  person: { externalId: string | null; name: string; phone: string };
};

/** @property on the deal, or the contact where there is none */
export type NewNote = { on: { kind: 'deal' | 'person'; externalId: string }; text: string };

export type NewDealTask = { dealId: string; text: string; dueAt: Temporal.Instant };
