import { AUDIENCE_TYPES, MAILING_OUTCOMES } from '#contract/mailings/values.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import type { OwnWords } from '#web/senders/versions/use-change-words.ts';
import { VersionList } from '#web/senders/versions/VersionList.tsx';
import { call } from '#web/lib/api/api.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { isFixed } from '#web/mailings/runs/run-figures.ts';
import { useMailingRows } from '#web/mailings/use-mailings.ts';
import { EVERY } from './repeats.ts';

/** Every save of a mailing. Nothing of one that has ended is restored. */
export function MailingVersions({ mailing }: { mailing: Mailing }) {
  const params = { mailingId: mailing.id };
  return (
    <VersionList
      room="mailings"
      saved={mailing}
      calls={{
        list: (cursor) => call('GET /api/v1/distributions/:mailingId/versions', { params, query: { cursor } }),
        put: (body) => call('POST /api/v1/distributions/:mailingId/roll-back', { params, body }),
      }}
      own={useSettingWords()}
      isFixed={isFixed(mailing)}
    />
  );
}

const SWITCHES = ['subscribedCustomers', 'ignoreClientsWithNoDialogue', 'skipOpenConversations'] as const;
const LETTERS = ['B', 'C'] as const;

/** Names the settings of a mailing in the words of its editor. */
function useSettingWords(): OwnWords {
  const t = useTexts();
  const format = useFormat();
  const mailings = useMailingRows({});
  const names: Readonly<Record<string, string>> = {
    'audience.type': t('mailings:who.question'),
    'audience.importId': t('mailings:who.list'),
    'audience.mailingId': t('mailings:who.mailing'),
    'audience.outcome': t('mailings:who.outcome'),
    'timing.startsAt': t('mailings:timing.start'),
    'timing.daysOfWeek': t('versions:setting.weekdays'),
    'timing.isInContactZone': t('mailings:timing.contact_zone'),
    'timing.perDay': t('mailings:timing.per_day'),
    'timing.isSpread': t('mailings:timing.spread'),
    'timing.useBy': t('mailings:timing.use_by'),
    'timing.repeat': t('mailings:repeat.label'),
    'timing.repeat.every': t('mailings:repeat.label'),
    'timing.repeat.daysOfWeek': t('mailings:repeat.days'),
    'timing.repeat.dayOfMonth': t('mailings:repeat.day'),
    'timing.repeat.time': t('flows:moment.time'),
    'timing.repeat.until': t('mailings:repeat.until'),
    allowsSameText: t('mailings:check.same_text'),
    'experiment.sharePercent': t('mailings:ab.share'),
    'experiment.metric': t('mailings:ab.metric_label'),
    'experiment.decideAfterHours': t('mailings:ab.hours'),
    'experiment.otherwise': t('mailings:ab.otherwise_label'),
  };
  return {
    nameOf: (path) => {
      const flag = wordIn(SWITCHES, path);
      if (flag) return t(`mailings:who.${flag}`);
      if (isVariant(path)) return t('mailings:ab.variant', { letter: LETTERS[Number(path.split('.')[2])] ?? '' });
      return names[path] ?? null;
    },
    valueOf: (path, value) => {
      if (typeof value !== 'string') return null;
      if (path === 'timing.startsAt' || path === 'timing.useBy') return format.dateTime(value);
      const every = path === 'timing.repeat.every' && wordIn(EVERY, value);
      if (every) return t(`mailings:repeat.${every}`);
      const type = path === 'audience.type' && wordIn(AUDIENCE_TYPES, value);
      if (type) return t(`mailings:type.${type}`);
      const outcome = path === 'audience.outcome' && wordIn(MAILING_OUTCOMES, value);
      if (outcome) return t(`mailings:outcome.${outcome}`);
      if (path === 'audience.mailingId') return mailings.data?.find(({ id }) => id === value)?.title ?? null;
      const metric = path === 'experiment.metric' && wordIn(['replies', 'visits'] as const, value);
      if (metric) return t(`mailings:ab.metric.${metric}`);
      const otherwise = path === 'experiment.otherwise' && wordIn(['send_best', 'stop'] as const, value);
      return otherwise ? t(`mailings:ab.otherwise.${otherwise}`) : null;
    },
    isText: isVariant,
  };
}

const isVariant = (path: string): boolean => path.startsWith('experiment.variants.');
