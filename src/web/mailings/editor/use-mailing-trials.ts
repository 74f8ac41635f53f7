import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { sendMailingTest } from '#contract/mailings/trials.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';

/** Schema of the settings, for those that are tried before they are saved. */
export const loadSettings = async () => (await import('#contract/mailings/calls.ts')).MailingSettings;

type Text = {
  /** 0 is the mailing's own text, the others are those of its comparison. */
  variant: number;
  /** Absent: each contact's own. */
  language: Language | undefined;
};

/** Messages to contacts of the audience, from settings that need not be saved. */
export const useMailingPreview = (settings: MailingSettings, { variant, language }: Text) =>
  useQuery({
    queryKey: ['mailings', 'preview', settings, variant, language],
    queryFn: () => call('POST /api/v1/distributions/preview', { body: { settings, variant, language } }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useSendMailingTest = () =>
  useMutation({
    mutationFn: (body: z.input<typeof sendMailingTest.body>) => call('POST /api/v1/distributions/test-send', { body }),
  });

/** Recipients, price and end of a mailing that would go live now. */
export const useMailingCheck = (mailingId: MailingId, settings: MailingSettings) =>
  useQuery({
    queryKey: ['mailings', 'check', mailingId, settings],
    queryFn: () => call('POST /api/v1/distributions/check', { body: { mailingId, settings } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
