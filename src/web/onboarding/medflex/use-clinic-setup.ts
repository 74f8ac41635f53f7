import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  chooseClinicChannel,
  ClinicSetup,
  startClinic,
  writeClinicReminder,
} from '#contract/onboarding/clinic.ts';
import { call } from '#web/lib/api/api.ts';

const KEY = ['onboarding', 'clinic'] as const;

export const useClinicSetup = () => useQuery({ queryKey: KEY, queryFn: () => call('GET /api/v1/onboarding/clinic') });

/** Reads the setup again after something that another room did. */
export function useRefreshSetup() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

function useStep<Body>(write: (body: Body) => Promise<ClinicSetup>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: write, onSuccess: (setup) => queryClient.setQueryData(KEY, setup) });
}

export const useChooseChannel = () =>
  useStep((body: BodyOf<typeof chooseClinicChannel>) => call('PUT /api/v1/onboarding/clinic/channel', { body }));

export const useWriteReminder = () =>
  useStep((body: BodyOf<typeof writeClinicReminder>) => call('PUT /api/v1/onboarding/clinic/text', { body }));

export const useStartClinic = () =>
  useStep((body: BodyOf<typeof startClinic>) => call('PUT /api/v1/onboarding/clinic/start', { body }));
