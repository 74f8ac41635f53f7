import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  BookingBotSettings,
  Chatbot,
  ChatbotId,
  createBookingBot,
  saveBookingBot,
  tryBookingBot,
} from '#contract/chatbots/calls.ts';
import { MAIN_BOOKING_BOT } from '#contract/chatbots/values.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { invalidateRoom } from '#web/lib/api/realtime.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

export const useChatbots = () =>
  useQuery({
    queryKey: ['chatbots', 'list'],
    queryFn: () => call('GET /api/v1/chatbots'),
    select: ({ chatbots }) => chatbots,
  });

/** The bot that answers where no other does. */
export const MAIN_BOT = MAIN_BOOKING_BOT as ChatbotId; // NOTE: brands exist for the compiler alone

export const useBookingBot = (chatbotId: ChatbotId) =>
  useQuery({
    queryKey: ['chatbots', 'booking', chatbotId],
    queryFn: () => call('GET /api/v1/chatbots/booking/:chatbotId', { params: { chatbotId } }),
  });

export function useSaveBookingBot(chatbotId: ChatbotId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveBookingBot.body>) =>
      call('PUT /api/v1/chatbots/booking/:chatbotId', { params: { chatbotId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

export function useAddBookingBot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof createBookingBot.body>) => call('POST /api/v1/chatbots/booking', { body }),
    onSuccess: refresh,
  });
}

export type TriedMessage = z.input<typeof tryBookingBot.body>['messages'][number];

/** The replies to a dialogue, by settings that need not be saved. */
export const useTrial = (settings: BookingBotSettings, messages: readonly TriedMessage[], language?: Language) =>
  useQuery({
    queryKey: ['chatbots', 'try', settings, messages, language],
    queryFn: () => call('POST /api/v1/chatbots/booking/try', { body: { settings, messages: [...messages], language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export function useSwitchBot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isEnabled }: Pick<Chatbot, 'id' | 'isEnabled'>) =>
      call('PUT /api/v1/chatbots/:chatbotId/enabled', { params: { chatbotId: id }, body: { isEnabled } }),
    onSettled: refresh,
    onError: useFail(),
  });
}

/** Removes at once and offers Undo. */
export function useDeleteBot() {
  const t = useTexts();
  const refresh = useRefresh();
  const fail = useFail();
  const restore = useMutation({
    mutationFn: (chatbotId: ChatbotId) => call('POST /api/v1/chatbots/:chatbotId/restore', { params: { chatbotId } }),
    onSettled: refresh,
    onError: fail,
  });
  return useMutation({
    mutationFn: ({ id }: Chatbot) => call('DELETE /api/v1/chatbots/:chatbotId', { params: { chatbotId: id } }),
    onSuccess: (_nothing, { id, title }) => {
      toast.undo({ title: t('chatbots:list.removed', { title }) }, () => restore.mutate(id));
      return refresh();
    },
    onError: fail,
  });
}

export function useRefresh() {
  const queryClient = useQueryClient();
  return () => invalidateRoom(queryClient, 'chatbots');
}

export function useFail() {
  const t = useTexts();
  return (error: unknown) => toast.error({ title: problemText(error, t) });
}
