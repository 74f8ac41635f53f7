import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './api.ts';
import type { ModelCondition, ModelExchange } from './model/types.ts';
import type * as types from './types.ts';

const useAnswer = <T>(key: string, path: string): UseQueryResult<T> =>
  useQuery({ queryKey: [key, path], queryFn: () => call<T>('GET', path) });

/** The journals of one booking system. */
export const useSalon = (vendor: types.Vendor) =>
  useQuery({
    queryKey: [vendor, `/_sim/${vendor}`],
    queryFn: () => call<types.Salon>('GET', `/_sim/${vendor}`),
    select: (salon) => ({ ...salon, companies: salon.companies.map((company) => ({ ...company, vendor })) }),
  });
export const useAppStore = (vendor: types.Vendor) => useAnswer<types.AppStore>(vendor, `/_sim/${vendor}/marketplace`);
/** The branches of both booking systems. */
export function useCompanies(): types.Company[] {
  const yclients = useSalon('yclients').data?.companies ?? [];
  const altegio = useSalon('altegio').data?.companies ?? [];
  return [...yclients, ...altegio];
}
/** The clients of a salon, and the phones of those whom only other salons know. */
export function useGuests(company: types.Company | undefined): { guests: types.Client[]; strangers: Set<string> } {
  const yclients = useSalon('yclients').data?.clients ?? [];
  const altegio = useSalon('altegio').data?.clients ?? [];
  const own = company?.vendor === 'altegio' ? altegio : yclients;
  const guests = own.filter((one) => one.companyId === company?.id);
  const phones = new Set(guests.map(({ phone }) => phone));
  const others = [...yclients, ...altegio].filter(({ phone }) => phone !== '' && !phones.has(phone));
  return { guests, strangers: new Set(others.map(({ phone }) => phone)) };
}
export const useWhatsApp = () => useAnswer<types.WhatsAppState>('d360', '/_sim/d360');
export const useLinkedWhatsApp = () => useAnswer<types.LinkedWhatsApp>('greenapi', '/_sim/whatsapp');
export const useTelegram = () => useAnswer<types.TelegramState>('tg', '/_sim/tg');
export const useTextPhones = () => useAnswer<{ phones: types.TextPhoneState[] }>('phones', '/_sim/phones');
export const usePeople = () => useAnswer<{ people: types.Person[] }>('people', '/_sim/people');
export const useKeys = () => useAnswer<{ businesses: types.BusinessKeys[] }>('keys', '/_sim/keys');
/** NOTE: below `keys`, which is out of date whenever an account may be. */
export const useBusinessAccounts = () => useAnswer<{ kinds: types.AccountKind[] }>('keys', '/_sim/accounts');
export const useModel = () => useAnswer<ModelCondition>('model', '/_sim/model');
export const useModelExchanges = () =>
  useAnswer<{ exchanges: ModelExchange[] }>('model', '/_sim/model/exchanges?limit=100');
export const useMail = () => useAnswer<{ mail: types.Letter[] }>('mail', '/_sim/mail');
export const useAbout = () => useAnswer<types.About>('about', '/_sim/about');
export const useClock = () => useAnswer<types.Clock>('clock', '/_sim/clock');
export const useLog = () => useAnswer<{ requests: types.LogEntry[] }>('log', '/_sim/log?limit=200');
export const useWebhooks = () => useAnswer<{ webhooks: types.Dispatch[] }>('engineer', '/_sim/webhooks?limit=200');
export const useWarnings = () => useAnswer<{ warnings: types.Warning[] }>('log', '/_sim/warnings');
export const useFaults = () => useAnswer<{ faults: types.Fault[] }>('engineer', '/_sim/faults');
export const useBehaviours = () => useAnswer<Record<string, types.Behaviour>>('engineer', '/_sim/behaviour');

/** Which answers are out of date when a topic has changed. */
const STALE: Record<string, string[]> = {
  yclients: ['yclients', 'people', 'keys'],
  altegio: ['altegio', 'people', 'keys'],
  iiko: ['iiko', 'people', 'keys'],
  d360: ['d360', 'people', 'keys'],
  tg: ['tg', 'people', 'keys'],
  greenapi: ['greenapi', 'people', 'keys'],
  evolution: ['greenapi', 'people', 'keys'],
  model: ['model'],
  engineer: ['engineer', 'model', 'yclients', 'altegio', 'iiko', 'd360'],
};

/** Listens to the world and looks again at what has changed. */
export function useLiveWorld(): boolean {
  const queryClient = useQueryClient();
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const source = new EventSource('/_sim/events');
    source.addEventListener('open', () => {
      setConnected(true);
      void queryClient.invalidateQueries();
    });
    source.addEventListener('error', () => setConnected(false));
    source.addEventListener('message', (event: MessageEvent<string>) => {
      const { topic } = JSON.parse(event.data) as { topic: string }; // the world's own event
      for (const key of STALE[topic] ?? [topic, 'phones', 'people', 'keys', 'staff'])
        void queryClient.invalidateQueries({ queryKey: [key] });
    });
    return () => source.close();
  }, [queryClient]);
  return isConnected;
}

/** The world's time, ticking; undefined until the clock was read. */
export function useNow(everyMs = 1000): Date | undefined {
  const { data, dataUpdatedAt } = useClock();
  const [now, setNow] = useState<Date>();
  useEffect(() => {
    if (!data) return undefined;
    const tick = () => setNow(new Date(new Date(data.now).getTime() + (Date.now() - dataUpdatedAt) * data.factor));
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [data, dataUpdatedAt, everyMs]);
  return now;
}
