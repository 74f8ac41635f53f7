import type {
  DealCapability,
  DealFacts,
  DealTaskFacts,
  NewDeal,
  NewNote,
  StageRef,
} from '#server/connections/deal-port.ts';
import type { CommandOutcome } from '#server/connections/command-port.ts';
import type { BranchFacts, ClientFacts, ProviderResult, SourceProvider } from '#server/connections/port.ts';

/** A CRM in memory. A test changes its records; the product reads and writes them by its port. */
export type FakeCrm = SourceProvider & {
  people: Map<string, ClientFacts>;
  records: Map<string, DealFacts>;
  tasks: Map<string, DealTaskFacts>;
  notes: NewNote[];
  moved: { dealId: string; to: StageRef }[];
  created: NewDeal[];
  /** Outcomes of the next writes, instead of being done. */
  outcomes: CommandOutcome[];
};

const SALES = 'sales';
export const STAGES = { first: 'new', quote: 'quote', won: '142' } as const;

/** @param now of the CRM's clock, which the product's is set to */
export function aFakeCrm(now: () => Temporal.Instant): FakeCrm {
  const people: FakeCrm['people'] = new Map();
  const records: FakeCrm['records'] = new Map();
  const tasks: FakeCrm['tasks'] = new Map();
  const notes: NewNote[] = [];
  const moved: FakeCrm['moved'] = [];
  const created: NewDeal[] = [];
  const outcomes: CommandOutcome[] = [];
  const write = (act: () => unknown): CommandOutcome => outcomes.shift() ?? { kind: 'done', answer: act() ?? {} };
  const changedSince = <Record extends { changedAt: Temporal.Instant }>(
    all: ReadonlyMap<string, Record>,
    since: Temporal.Instant | null,
  ) => [...all.values()].filter(({ changedAt }) => !since || Temporal.Instant.compare(changedAt, since) >= 0);

  const deals: DealCapability = {
    listPipelines: async () =>
      ok([
        {
          externalId: SALES,
          title: 'Продажи',
          isMain: true,
          stages: [
            { externalId: STAGES.first, title: 'Первичный контакт', kind: 'open' },
            { externalId: STAGES.quote, title: 'Смета отправлена', kind: 'open' },
            { externalId: STAGES.won, title: 'Успешно реализовано', kind: 'won' },
          ],
        },
      ]),
    listDeals: async (_caller, _place, since) =>
      ok({ deals: changedSince(records, since), unreadable: [], unknownFields: [], nextPage: null }),
    readDeals: async (_caller, _place, ids) => ok(ids.flatMap((id) => records.get(id) ?? [])),
    getDeal: async (_caller, _place, id) => ok(records.get(id) ?? null),
    listTasks: async (_caller, _place, since) =>
      ok({ tasks: changedSince(tasks, since).filter(({ isDone }) => since !== null || !isDone), nextPage: null }),
    readTasks: async (_caller, _place, ids) => ok(ids.flatMap((id) => tasks.get(id) ?? [])),
    getTask: async (_caller, _place, id) => ok(tasks.get(id) ?? null),
    getPerson: async (_caller, _place, id) => ok(people.get(id) ?? null),
    listPeople: async () => ok({ clients: [...people.values()], nextPage: null }),
    findPeople: async (_caller, _place, phone) => ok([...people.values()].filter((one) => one.phone === phone)),
    readPayload: () => [],
    dealUrl: (_caller, id) => `https://crm.example.com/leads/detail/${id}`,
    moveDeal: async (_caller, dealId, to) =>
      write(() => {
        moved.push({ dealId, to });
        const deal = records.get(dealId);
        if (deal) records.set(dealId, { ...deal, stage: to, changedAt: now() });
      }),
    createDeal: async (_caller, deal) =>
      write(() => {
        created.push(deal);
        const personId = deal.person.externalId ?? `p${people.size + 1}`;
        const { name, phone } = deal.person;
        people.set(personId, aPerson({ externalId: personId, name, phone }));
        const dealId = `d${records.size + 1}`;
        records.set(dealId, aDeal(now(), { externalId: dealId, title: deal.title, personIds: [personId] }));
        return { dealId, personId };
      }),
    findDeal: async () => ok(null),
    addNote: async (_caller, note) => write(() => ({ noteId: String(notes.push(note)) })),
    findNote: async (_caller, { text }) => notes.some((note) => note.text === text),
    createTask: async () => write(() => ({ taskId: 't' })),
  };

  const branch: BranchFacts = {
    externalId: 'crm',
    title: 'Отдел продаж',
    city: null,
    address: null,
    coordinates: null,
    phone: null,
    timeZone: 'Europe/Moscow',
    currency: 'RUB',
    isLicenceActive: true,
    cancelClosesMinutes: null,
  };
  return {
    kind: 'amo',
    people,
    records,
    tasks,
    notes,
    moved,
    created,
    outcomes,
    signIn: async () => ok({ credentials: {}, name: 'CRM' }),
    listBranches: async () => ok([branch]),
    getBranch: async () => ok(branch),
    subscribe: async () => ok({ state: 'set' }),
    unsubscribe: async () => ok(null),
    deals,
  };
}

const ok = <T>(value: T): ProviderResult<T> => ({ isOk: true, value });

export const aPerson = (change: Partial<ClientFacts> = {}): ClientFacts => ({
  externalId: 'p1',
  name: 'Анна',
  phone: '+79161112233',
  email: null,
  isNew: false,
  visitsCount: null,
  ...change,
});

export const aDeal = (now: Temporal.Instant, change: Partial<DealFacts> = {}): DealFacts => ({
  externalId: 'd1',
  title: 'Ремонт кухни',
  stage: { pipelineId: SALES, stageId: STAGES.first },
  priceMinor: 12_000_000,
  responsibleId: '7',
  responsibleName: 'Ольга',
  personIds: ['p1'],
  tags: [],
  fields: {},
  createdAt: now,
  changedAt: now,
  closedAt: null,
  isDeleted: false,
  ...change,
});
