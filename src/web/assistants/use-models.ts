import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { useFormat } from '#web/lib/format/format.ts';

const MICRO_USD = 1_000_000;

/** The models of the cabinet with their prices, cheapest first. */
export const useModels = () =>
  useQuery({ queryKey: ['models', 'offered'], queryFn: () => call('GET /api/v1/ai/models') });

export const useAiBalance = () =>
  useQuery({ queryKey: ['models', 'balance'], queryFn: () => call('GET /api/v1/ai/balance') });

export const useTopUp = () =>
  useMutation({
    mutationFn: (amountUsd: number) => call('POST /api/v1/ai/balance/top-ups', { body: { amountUsd } }),
  });

/** Writes millionths of a US dollar; parts of a cent only below a dollar. */
export function useDollars(): (microUsd: number) => string {
  const format = useFormat();
  return (microUsd) => format.amount(microUsd / MICRO_USD, 'USD');
}
