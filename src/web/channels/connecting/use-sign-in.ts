import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { SignIn } from '#contract/channels/pairing-sign-in.ts';
import { call } from '#web/lib/api/api.ts';

const keyOf = (channelId: ChannelId) => ['channels', 'sign-in', channelId] as const;

/** The sign-in of a pairing by phone and code. */
export const useSignIn = (channelId: ChannelId) =>
  useQuery({
    queryKey: keyOf(channelId),
    queryFn: () => call('GET /api/v1/channels/pairings/:channelId/sign-in', { params: { channelId } }),
  });

/** The steps of a sign-in; each answers with the sign-in as it is then. */
export function useSignInSteps(channelId: ChannelId) {
  const queryClient = useQueryClient();
  const params = { channelId };
  const keep = (signIn: SignIn) => {
    queryClient.setQueryData(keyOf(channelId), signIn);
    return queryClient.invalidateQueries({ queryKey: ['channels'] });
  };
  const sendCode = useMutation({
    mutationFn: (body: { phone: string }) =>
      call('POST /api/v1/channels/pairings/:channelId/sign-in/codes', { params, body }),
    onSuccess: keep,
  });
  const enterCode = useMutation({
    mutationFn: (body: { code: string }) =>
      call('POST /api/v1/channels/pairings/:channelId/sign-in/code', { params, body }),
    onSuccess: keep,
  });
  const enterPassword = useMutation({
    mutationFn: (body: { password: string }) =>
      call('POST /api/v1/channels/pairings/:channelId/sign-in/password', { params, body }),
    onSuccess: keep,
  });
  return { sendCode, enterCode, enterPassword };
}
