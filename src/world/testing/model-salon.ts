import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ModelMessage, generateText, isStepCount, tool } from 'ai';
import { z } from 'zod';

/** A salon with the tools that an assistant of the product has, and its talk with the model. */
export type Salon = {
  /** Sends messages of a client and returns the answer. */
  chat(...texts: string[]): Promise<string>;
  /** Calls since the last message, as `name {arguments}`. */
  calls: string[];
  visits: Visit[];
};

export type Visit = { visit_id: string; day: string; time: string; service: string; master: string; name: string };

export type SalonOptions = {
  language?: keyof typeof SALONS;
  clientName?: string | null;
  visits?: Visit[];
  knowledge?: string[];
  seed?: number;
};

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Menu = { services: [string, string, number][]; masters: [string, string][] };

export const SALONS = {
  ru: {
    services: [
      ['Женская стрижка', '2 400 ₽', 60],
      ['Мужская стрижка', '1 600 ₽', 45],
      ['Окрашивание в один тон', '5 200 ₽', 120],
      ['Маникюр с покрытием', '2 300 ₽', 90],
      ['Педикюр', '2 900 ₽', 90],
      ['Коррекция бровей', '900 ₽', 30],
    ],
    masters: [
      ['Анна Белова', 'Парикмахер-стилист'],
      ['Светлана Ким', 'Мастер маникюра'],
    ],
  },
  en: {
    services: [
      ['Cut and blow-dry', '£55', 60],
      ['Men’s haircut', '£32', 45],
      ['Gel manicure', '£42', 60],
      ['Pedicure', '£48', 60],
      ['Lash lift', '£55', 60],
    ],
    masters: [
      ['Emma Hughes', 'Hair stylist'],
      ['Ruby Nguyen', 'Nail artist'],
    ],
  },
  pt: {
    services: [
      ['Corte feminino', 'R$ 150', 60],
      ['Corte masculino', 'R$ 80', 45],
      ['Manicure em gel', 'R$ 120', 60],
      ['Design de sobrancelhas', 'R$ 60', 30],
    ],
    masters: [
      ['Fernanda Lima', 'Cabeleireira'],
      ['Aline Barbosa', 'Manicure'],
    ],
  },
  uk: {
    services: [
      ['Жіноча стрижка', '750 ₴', 60],
      ['Чоловіча стрижка', '500 ₴', 45],
      ['Манікюр із покриттям', '700 ₴', 60],
      ['Ламінування вій', '800 ₴', 60],
    ],
    masters: [
      ['Марія Бондар', 'Перукарка'],
      ['Аліна Зінченко', 'Майстриня манікюру'],
    ],
  },
} satisfies Record<string, Menu>;

/** Free every day but Sunday. */
const TIMES = ['10:00', '11:30', '14:00', '15:00', '17:30', '19:00'];
const TODAY = '2026-11-30';
const FACTS = [
  '# Now',
  `${TODAY} 11:00, Monday, Europe/Moscow. Open now.`,
  '# Business',
  'Name: Studio',
  'Address: 14 Pokrovka',
  'Opening hours: 10:00-21:00, Sunday closed',
  'Phone: +7 495 000-00-00',
];

/** @param world address of the world */
export function openSalon(
  world: string,
  { language = 'ru', clientName = null, visits = [], knowledge = [], seed }: SalonOptions = {},
): Salon {
  const provider = createOpenAICompatible({
    name: 'sim',
    baseURL: `${world}/model/v1`,
    apiKey: 'world',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const salon: Salon = { chat: converse, calls: [], visits: visits.map((visit) => ({ ...visit })) };
  const messages: ModelMessage[] = [];
  const tools = { ...readingTools(SALONS[language], salon), ...writingTools(SALONS[language], salon) };

  async function converse(...texts: string[]): Promise<string> {
    messages.push(...texts.map((content): ModelMessage => ({ role: 'user', content })));
    salon.calls = [];
    const { text } = await generateText({
      model: provider('sim-balanced'),
      instructions: prompt(),
      messages,
      tools,
      stopWhen: isStepCount(8),
      maxRetries: 0,
      ...(seed !== undefined && { seed }),
    });
    messages.push({ role: 'assistant', content: text });
    return text;
  }

  const prompt = () =>
    [
      'You are the assistant of a salon.',
      ...FACTS,
      '# Client',
      clientName === null ? 'Name: unknown' : `Name: ${clientName}`,
      "# Client's visits",
      ...salon.visits.map(({ day, time, service }) => `${day} ${time} ${service}`),
      '# Knowledge',
      ...knowledge.map((text, index) => `[${index + 1}] FAQ: ${text}`),
    ].join('\n');

  return salon;
}

function readingTools(menu: Menu, salon: Salon) {
  return {
    list_services: tool({
      description: 'Lists services with prices',
      inputSchema: z.object({ words: z.string().nullable() }),
      execute: async (args) => {
        note(salon, 'list_services', args);
        return {
          ok: true,
          services: menu.services.map(([title, price, minutes], at) => ({
            service_id: `service-${at + 1}`,
            title,
            price,
            minutes,
          })),
        };
      },
    }),
    list_masters: tool({
      description: 'Lists specialists',
      inputSchema: z.object({ service: z.string().nullable() }),
      execute: async (args) => {
        note(salon, 'list_masters', args);
        return {
          ok: true,
          masters: menu.masters.map(([name, specialization], at) => ({
            master_id: `master-${at + 1}`,
            name,
            specialization,
          })),
        };
      },
    }),
    find_times: tool({
      description: 'Finds free times',
      inputSchema: z.object({
        service: z.string(),
        master: z.string().nullable(),
        day: z.string().nullable(),
        part_of_day: z.enum(['morning', 'afternoon', 'evening']).nullable(),
      }),
      execute: async (args) => {
        note(salon, 'find_times', args);
        const service = serviceOf(menu, args.service);
        const master = masterOf(menu, args.master);
        if (!service || !master) return { ok: false, reason: 'needs_service', next: 'Call list_services.' };
        const days = args.day
          ? [args.day]
          : [1, 2].map((count) => new Date(Date.parse(TODAY) + count * 86_400_000).toISOString().slice(0, 10));
        const inPart = (time: string) => args.part_of_day === null || partOf(time) === args.part_of_day;
        const times = days.flatMap((day) =>
          TIMES.filter((time) => inPart(time) && weekdayOf(day) !== 'Sunday').map((time) => ({
            ...offered({ day, time, service: service[0], master: master[0] }),
            master_id: args.master ?? 'master-1',
          })),
        );
        return { ok: true, service: service[0], master: args.master, times: times.slice(0, 12) };
      },
    }),
  };
}

function writingTools(menu: Menu, salon: Salon) {
  return {
    book: tool({
      description: 'Books a visit',
      inputSchema: z.object({
        service: z.string(),
        master: z.string().nullable(),
        when: z.string(),
        name: z.string().nullable(),
      }),
      execute: async (args) => {
        note(salon, 'book', args);
        const [service, price] = serviceOf(menu, args.service) ?? [];
        const [day = '', time = ''] = args.when.split(' ');
        if (!service) return { ok: false, reason: 'needs_service', next: 'Call list_services.' };
        if (salon.visits.some((visit) => visit.day === day && visit.time === time))
          return {
            ok: false,
            reason: 'taken',
            next: 'Offer another time.',
            times: [offered({ day, time: '17:30', service, master: masterOf(menu, args.master)?.[0] ?? '' })],
          };
        const visit = {
          visit_id: `visit-${salon.visits.length + 1}`,
          day,
          time,
          service,
          master: masterOf(menu, args.master)?.[0] ?? '',
          name: args.name ?? '',
        };
        salon.visits.push(visit);
        return { ok: true, visit: { ...visit, price, weekday: weekdayOf(day) } };
      },
    }),
    my_visits: tool({
      description: 'Lists the visits of the client',
      inputSchema: z.object({}),
      execute: async (args) => {
        note(salon, 'my_visits', args);
        return {
          ok: true,
          visits: salon.visits.map((visit) => ({ ...visit, weekday: weekdayOf(visit.day), status: 'confirmed' })),
        };
      },
    }),
    move_visit: tool({
      description: 'Moves a visit',
      inputSchema: z.object({ visit_id: z.string().nullable(), when: z.string() }),
      execute: async (args) => {
        note(salon, 'move_visit', args);
        const [day = '', time = ''] = args.when.split(' ');
        const visit = salon.visits.find(({ visit_id: id }) => id === args.visit_id);
        if (!visit) return { ok: false, reason: 'failed', next: 'Call my_visits.' };
        Object.assign(visit, { day, time });
        return { ok: true, visit: { ...visit, weekday: weekdayOf(day) } };
      },
    }),
    cancel_visit: tool({
      description: 'Cancels a visit',
      inputSchema: z.object({ visit_id: z.string().nullable() }),
      execute: async (args) => {
        note(salon, 'cancel_visit', args);
        const visit = salon.visits.find(({ visit_id: id }) => id === args.visit_id);
        salon.visits = salon.visits.filter((one) => one !== visit);
        return visit ? { ok: true, visit } : { ok: false, reason: 'failed', next: 'Call my_visits.' };
      },
    }),
    hand_over: tool({
      description: 'Hands the talk over to a person',
      inputSchema: z.object({ reason: z.string(), summary: z.string() }),
      execute: async (args) => {
        note(salon, 'hand_over', args);
        return { ok: true };
      },
    }),
  };
}

const note = (salon: Salon, name: string, args: object) => void salon.calls.push(`${name} ${JSON.stringify(args)}`);

const offered = (visit: Omit<Visit, 'visit_id' | 'name'>) => ({ ...visit, weekday: weekdayOf(visit.day) });

/** By its id or its title. */
const serviceOf = ({ services }: Menu, words: string) =>
  services.find(([title], at) => words === `service-${at + 1}` || words === title);

const masterOf = ({ masters }: Menu, words: string | null) =>
  masters.find(([name], at) => words === `master-${at + 1}` || words === name) ?? masters[0];

const weekdayOf = (day: string) => WEEKDAYS[new Date(day).getUTCDay()] ?? '';

function partOf(time: string): 'morning' | 'afternoon' | 'evening' {
  if (time < '12:00') return 'morning';
  return time < '17:00' ? 'afternoon' : 'evening';
}
