import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import type { sendOfferTest, WaitlistSettings } from '#contract/waitlist/calls.ts';
import { call } from '#web/lib/api/api.ts';

type Tried = Pick<WaitlistSettings, 'content' | 'channelIds'>;

/** Offers to contacts who wait, from settings that need not be saved. */
export const useOfferPreview = (settings: Tried, language: Language | undefined) =>
  useQuery({
    queryKey: ['waitlist', 'preview', settings, language],
    queryFn: () => call('POST /api/v1/waitlist/preview', { body: { settings, language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useSendOfferTest = () =>
  useMutation({
    mutationFn: (body: z.input<typeof sendOfferTest.body>) => call('POST /api/v1/waitlist/test-send', { body }),
  });
