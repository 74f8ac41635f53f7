import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MailingId, MailingSettings } from '#contract/mailings/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { call } from '#web/lib/api/api.ts';

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

/** Recipients, price and end of a mailing that would go live now. */
export const useMailingCheck = (mailingId: MailingId, settings: MailingSettings) =>
  useQuery({
    queryKey: ['mailings', 'check', mailingId, settings],
    queryFn: () => call('POST /api/v1/distributions/check', { body: { mailingId, settings } }),
    placeholderData: keepPreviousData,
    retry: false,
  });
