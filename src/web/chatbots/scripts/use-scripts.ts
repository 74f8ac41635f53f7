import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChatbotId } from '#contract/chatbots/calls.ts';
import type { createScriptBot, saveScriptBot, ScriptBotSettings, tryScriptBot } from '#contract/chatbots/scripts.ts';
import type { Language } from '#contract/primitives.ts';
import { useRefresh } from '#web/chatbots/use-chatbots.ts';
import { call } from '#web/lib/api/api.ts';

export const useScriptBot = (scriptBotId: ChatbotId) =>
  useQuery({
    queryKey: ['chatbots', 'script', scriptBotId],
    queryFn: () => call('GET /api/v1/chatbots/script/:scriptBotId', { params: { scriptBotId } }),
  });

export function useSaveScriptBot(scriptBotId: ChatbotId) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof saveScriptBot.body>) =>
      call('PUT /api/v1/chatbots/script/:scriptBotId', { params: { scriptBotId }, body }),
    // NOTE: a refusal may mean that another member saved: their version must be shown.
    onSettled: () => void refresh(),
  });
}

export function useAddScriptBot() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: z.input<typeof createScriptBot.body>) => call('POST /api/v1/chatbots/script', { body }),
    onSuccess: refresh,
  });
}

export type ScriptMessage = z.input<typeof tryScriptBot.body>['messages'][number];

export type ScriptDialogue = {
  settings: ScriptBotSettings;
  messages: readonly ScriptMessage[];
  isOutsideHours: boolean;
  language: Language | undefined;
};

/** The replies to a dialogue, by settings that need not be saved. */
export const useScriptTrial = ({ settings, messages, isOutsideHours, language }: ScriptDialogue) =>
  useQuery({
    queryKey: ['chatbots', 'try-script', settings, messages, isOutsideHours, language],
    queryFn: () =>
      call('POST /api/v1/chatbots/script/try', {
        body: { settings, messages: [...messages], isOutsideHours, language },
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
