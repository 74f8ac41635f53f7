import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { LeadInfo, ManagerId } from '#contract/admin/people.ts';
import type { CabinetState } from '#contract/admin/values.ts';
import { call } from '#web/lib/api/api.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';

type UserId = AdminUser['id'];

export type UserFilter = {
  search?: string | undefined;
  state?: CabinetState | undefined;
  tariff?: number | undefined;
};

/** People page by page, and how many there are. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: ['admin', 'users', filter],
    queryFn: ({ pageParam }) => call('GET /api/v1/Admin/Users', { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined, // NOTE: the first page has no cursor; the type is not inferred from undefined
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    select: ({ pages }) => ({ items: pages.flatMap((page) => page.items), total: pages[0]?.total ?? null }),
  });

export const useUser = (userId: UserId) =>
  useQuery({
    queryKey: ['admin', 'user', userId],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId', { params: { userId } }),
  });

/** Fields of a person that an operator sets; those left out stay. */
export type UserChange = Partial<
  Pick<
    AdminUser,
    | 'chatApiInstanceLimit'
    | 'countryId'
    | 'availableMessagesCount'
    | 'availableAiReviewsCount'
    | 'availableRatingsCount'
    | 'isDuplication'
    | 'isTestUser'
    | 'isYclientsSmsOneTariffEnabled'
  >
> & { userPhone?: string; fullName?: string; aiBalanceMicroUsd?: number };

export function useChangeUser(userId: UserId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: UserChange) => call('PATCH /api/v1/Admin/Users/:userId', { params: { userId }, body }),
    onSuccess: refresh,
  });
}

export const useUserAccounts = (userId: UserId) =>
  useQuery({
    queryKey: ['admin', 'accounts', userId],
    queryFn: () => call('GET /api/v1/Admin/:userId/UserAccounts', { params: { userId } }),
  });

export const useLeadInfo = (userId: UserId) =>
  useQuery({
    queryKey: ['admin', 'lead', userId],
    queryFn: () => call('GET /api/v1/Admin/LeadInfos/:userId', { params: { userId } }),
  });

export function useSaveLeadInfo(userId: UserId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: LeadInfo) => call('POST /api/v1/Admin/LeadInfos/:userId', { params: { userId }, body }),
    onSuccess: refresh,
  });
}

export const useGrants = (userId: UserId) =>
  useQuery({
    queryKey: ['admin', 'grants', userId],
    queryFn: () => call('GET /api/v1/Admin/Users/:userId/Dialogues', { params: { userId } }),
  });

export function useGrantDialogues(userId: UserId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { count: number; date: string }) =>
      call('POST /api/v1/Admin/Users/:userId/Dialogues', { params: { userId }, body }),
    onSuccess: refresh,
  });
}

export const useManagers = () =>
  useQuery({ queryKey: ['admin', 'managers'], queryFn: () => call('GET /api/v1/Manager') });

export function useCreateManager() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => call('POST /api/v1/Manager', { body: { name } }),
    onSuccess: refresh,
  });
}

export function useChangeManager() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isFired }: { id: ManagerId; isFired: boolean }) =>
      call('PATCH /api/v1/Manager/:managerId', { params: { managerId: id }, body: { isFired } }),
    onSuccess: refresh,
  });
}

export const usePayDestinations = () =>
  useQuery({ queryKey: ['admin', 'destinations'], queryFn: () => call('GET /api/v1/PayDestination') });

export function useCreatePayDestination() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => call('POST /api/v1/PayDestination', { body: { name } }),
    onSuccess: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'admin');
}
