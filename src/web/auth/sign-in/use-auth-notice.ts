import { useMutation } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { call } from '#web/lib/api/api.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import type { CabinetNotice } from '#web/lib/pages/room.ts';
import { useSession } from '#web/lib/api/session.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** From the specification, section 4: a warning at 100 messages left, and zero blocks sending. */
const FEW_MESSAGES = 100;
const PAYMENTS_PATH = '/payments';
/** Abilities whose pages say that the tariff has none. */
const EXPLAINED = ['mailings', 'assistants', 'notifications', 'review_replies'] as const;

/** Returns the banner computed from the session and the page: tariff end, messages left, e-mail confirmation, demo. */
export function useAuthNotice(): CabinetNotice | undefined {
  const t = useTexts();
  const format = useFormat();
  const session = useSession();
  const config = clientConfig();
  const sendAgain = useSendConfirmation();
  const required = useMatches({ select: (matches) => matches.at(-1)?.staticData.requires });
  if (!session.isAuthenticated) return undefined;

  const {
    paidUntil,
    isTrial,
    availableNotificationsCount: messagesLeft,
    isEmailConfirmed,
    email,
    language,
    abilities,
  } = session.user;
  const missing = EXPLAINED.find((ability) => ability === required && !abilities.includes(ability));
  const pay = brand.features.payNotifications && payNotice();
  if (pay) return pay;
  if (!isEmailConfirmed) {
    return {
      kind: 'email_unconfirmed',
      text: t('app:banner.email_unconfirmed', { email }),
      action: { label: t('app:banner.email_send_again'), onClick: sendAgain },
    };
  }
  if (config?.isDemo && config.worldUrl) {
    return {
      kind: 'demo',
      text: t('app:banner.demo'),
      action: { label: t('app:banner.demo_world'), href: `${config.worldUrl}?lang=${language}` },
    };
  }
  return undefined;

  /** The notice about the next payment that is needed. */
  function payNotice(): CabinetNotice | undefined {
    if (paidUntil && isOver(paidUntil)) {
      return {
        kind: 'tariff_expired',
        text: t(`app:banner.${isTrial ? 'trial_over' : 'paid_over'}`, { date: format.date(paidUntil) }),
        action: payAction(t('app:banner.pay')),
      };
    }
    if (messagesLeft <= 0) {
      return { kind: 'quota_exhausted', text: t('app:banner.quota_over'), action: payAction(t('app:banner.top_up')) };
    }
    if (missing) {
      return {
        kind: 'tariff_lacks',
        text: t(`app:banner.tariff_lacks.${missing}`),
        action: payAction(t('app:banner.get_tariff')),
      };
    }
    if (messagesLeft <= FEW_MESSAGES) {
      return {
        kind: 'quota_low',
        text: t('app:banner.quota_low', { count: messagesLeft }),
        action: payAction(t('app:banner.top_up')),
      };
    }
    return undefined;
  }
}

const isOver = (at: string) => new Date(at).getTime() < productNow();

const payAction = (label: string) => ({ label, to: PAYMENTS_PATH });

/** Sends the letter with the confirming link once more. */
export function useSendConfirmation(): () => void {
  const t = useTexts();
  const { mutate } = useMutation({
    mutationFn: () => call('POST /api/v1/Account/SendEmailConfirmation'),
    onSuccess: () => toast.success({ title: t('app:banner.email_sent') }),
    onError: (error) => toast.error({ title: problemText(error, t) }),
  });
  return () => mutate();
}
