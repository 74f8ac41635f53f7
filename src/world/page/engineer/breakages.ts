import { act } from '../api.ts';
import type { Iiko } from '../orders/types.ts';
import type { ModelCondition } from '../model/types.ts';
import type { TextKey } from '../texts.ru.ts';
import type { Behaviour, Fault, Salon, Vendor, WhatsAppState } from '../types.ts';

/** The active faults. */
export type Condition = {
  faults: Fault[];
  behaviours: Record<string, Behaviour>;
  salons: Record<Vendor, Salon>;
  iiko: Iiko;
  whatsapp: WhatsAppState;
  model: ModelCondition;
};
export type Breakage = {
  text: TextKey;
  isOn(condition: Condition): boolean;
  set(isOn: boolean, condition: Condition): Promise<unknown>;
};

const USUAL_STATUS_MS = 800;
const LATE_STATUS_MS = 120_000;

type Lasting = { channel: string; action: string; status?: number } & Record<string, unknown>;

/** A fault that lasts until it is switched off; it is known by its channel, action and status. */
function lasting(text: TextKey, { channel, action, status = 500, ...extra }: Lasting): Breakage {
  const own = ({ faults }: Condition) =>
    faults.find(
      (fault) => fault.channel === channel && fault.action === action && fault.status === status && fault.left === null,
    );
  return {
    text,
    isOn: (condition) => own(condition) !== undefined,
    set: (isOn, condition) => {
      const fault = own(condition);
      if (isOn) return act('POST', '/_sim/fault', { channel, action, status, times: 0, ...extra });
      return fault ? act('DELETE', `/_sim/faults/${fault.id}`) : Promise.resolve();
    },
  };
}

const post = (path: string, body: unknown) => act('POST', path, body);

function ofIiko(): Breakage[] {
  const turned = (text: TextKey, isOn: (switches: Iiko['switches']) => boolean, on: object, off: object): Breakage => ({
    text,
    isOn: ({ iiko }) => isOn(iiko.switches),
    set: (wanted) => post('/_sim/iiko/switches', wanted ? on : off),
  });
  return [
    lasting('faultIikoDown', { channel: 'iiko', action: 'http', status: 503 }),
    lasting('faultIikoLimit', { channel: 'iiko', action: 'http', status: 429 }),
    turned('faultIikoWebhooks', ({ webhooks }) => webhooks === 'off', { webhooks: 'off' }, { webhooks: 'on' }),
    turned('faultIikoReversed', ({ order }) => order === 'reversed', { order: 'reversed' }, { order: 'kept' }),
    turned('faultIikoObject', ({ body }) => body === 'object', { body: 'object' }, { body: 'array' }),
    turned('faultIikoCommands', ({ commands }) => commands === 'fail', { commands: 'fail' }, { commands: 'work' }),
  ];
}

const MODEL_FAULTS: readonly (readonly [TextKey, string])[] = [
  ['faultModelDown', 'server_error'],
  ['faultModelLimit', 'rate_limit_long'],
  ['faultModelQuota', 'quota'],
  ['faultModelSlow', 'delay_headers'],
  ['faultModelCut', 'cut_stream'],
  ['faultModelArguments', 'arguments_broken'],
  ['faultModelLoop', 'endless_loop'],
  ['faultModelRefusal', 'refusal'],
  ['faultModelPrice', 'invented_price'],
  ['faultModelClaim', 'claimed_booking'],
  ['faultModelHostile', 'hostile'],
];

/** A fault of the model for every request, until it is switched off. */
function ofModel(text: TextKey, kind: string): Breakage {
  const own = ({ model }: Condition) =>
    model.faults.find((fault) => fault.kind === kind && fault.match === null && fault.left === null);
  return {
    text,
    isOn: (condition) => own(condition) !== undefined,
    set: (isOn, condition) => {
      const fault = own(condition);
      if (isOn) return post('/_sim/model/faults', { kind, times: 0 });
      return fault ? act('DELETE', `/_sim/model/faults/${fault.id}`) : Promise.resolve();
    },
  };
}

/** The failures that can be switched on, by service. */
export const BREAKAGES: { service: string; breakages: Breakage[] }[] = [
  { service: 'YCLIENTS', breakages: ofBooking('yclients') },
  { service: 'Altegio', breakages: ofBooking('altegio') },
  { service: 'iiko', breakages: ofIiko() },
  {
    service: 'WhatsApp (360dialog)',
    breakages: [
      lasting('faultWaDown', { channel: 'd360', action: 'http', status: 500 }),
      lasting('faultWaTimeout', { channel: 'd360', action: 'timeout', status: 500, match: 'POST /d360/messages' }),
      {
        text: 'faultWaLater',
        isOn: ({ behaviours }) => behaviours['d360']?.statusDelayMs === LATE_STATUS_MS,
        set: (isOn) =>
          post('/_sim/behaviour', { channel: 'd360', statusDelayMs: isOn ? LATE_STATUS_MS : USUAL_STATUS_MS }),
      },
      {
        text: 'faultWaReorder',
        isOn: ({ whatsapp }) => whatsapp.reorder,
        set: (isOn) => post('/_sim/d360/reorder', { on: isOn }),
      },
      {
        text: 'faultWaWindow',
        isOn: ({ whatsapp }) => whatsapp.syncWindowErrors,
        set: (isOn) => post('/_sim/d360/sync-window-errors', { on: isOn }),
      },
    ],
  },
  {
    service: 'Telegram',
    breakages: [
      lasting('faultTgLimit', {
        channel: 'tg',
        action: 'http',
        status: 429,
        match: 'send',
        body: {
          ok: false,
          error_code: 429,
          description: 'Too Many Requests: retry after 5',
          parameters: { retry_after: 5 },
        },
      }),
      lasting('faultTgDown', { channel: 'tg', action: 'http', status: 502 }),
    ],
  },
  { service: 'model', breakages: MODEL_FAULTS.map(([text, kind]) => ofModel(text, kind)) },
  { service: 'SMTP', breakages: [lasting('faultMail', { channel: 'mail', action: 'http', status: 451 })] },
];

function ofBooking(vendor: Vendor): Breakage[] {
  const path = `/_sim/${vendor}`;
  const companies = ({ salons }: Condition) => salons[vendor].companies;
  const forEachCompany = async (condition: Condition, call: string, body: Record<string, unknown>) => {
    for (const { id } of companies(condition)) await post(`${path}/${call}`, { companyId: id, ...body });
  };
  return [
    lasting('faultBookingDown', { channel: vendor, action: 'http', status: 503 }),
    lasting('faultBookingSlow', { channel: vendor, action: 'slow', status: 500, delayMs: 3000 }),
    {
      text: 'faultBookingWebhooks',
      isOn: ({ salons }) => !salons[vendor].switches.webhooksEnabled,
      set: (isOn) => post(`${path}/webhooks`, { enabled: !isOn }),
    },
    {
      text: 'faultOffset',
      isOn: ({ salons }) => salons[vendor].switches.datetimeOffsetBug,
      set: (isOn) => post(`${path}/datetime-offset-bug`, { on: isOn }),
    },
    {
      text: 'faultRights',
      isOn: (condition) => companies(condition).some((company) => company.denied.includes('edit_records_access')),
      set: (isOn, condition) =>
        forEachCompany(condition, 'permissions', { [isOn ? 'deny' : 'grant']: ['edit_records_access'] }),
    },
    {
      text: 'faultLicence',
      isOn: (condition) => companies(condition).some((company) => !company.licenceActive),
      set: (isOn, condition) => forEachCompany(condition, 'licence', { active: !isOn }),
    },
  ];
}
