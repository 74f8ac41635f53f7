import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { NOTICE_ORDER } from '#web/lib/pages/room.ts';
import type { CabinetNotice } from '#web/lib/pages/room.ts';
import { Banner } from '#web/ui/layout/Banner.tsx';
import type { BannerTone } from '#web/ui/layout/Banner.tsx';
import { rooms } from '#web/app/rooms.ts';

const TONES: Readonly<Record<CabinetNotice['kind'], BannerTone>> = {
  tariff_expired: 'bad',
  renewal_refused: 'attention',
  sending_paused: 'attention',
  channel_dead: 'bad',
  quota_exhausted: 'bad',
  tariff_lacks: 'attention',
  connection_dead: 'bad',
  test_mode: 'test',
  quota_low: 'attention',
  email_unconfirmed: 'attention',
  demo: 'information',
};

/** Where a person asks the operator, when what would help has no page on this domain. */
const HELP_PATH = '/account/update';

/** The most serious of what concerns the whole cabinet; never two. */
export function CabinetBanner() {
  const notice = useMostSerious();
  if (!notice) return null;
  return <Banner tone={TONES[notice.kind]} text={notice.text} action={<Action {...notice.action} />} />;
}

function Action({ label, to, href, onClick }: Partial<NonNullable<CabinetNotice['action']>>) {
  const t = useTexts();
  const canOpen = useCanOpen();
  if (to && canOpen(to)) return <Link to={to}>{label}</Link>;
  if (to) return canOpen(HELP_PATH) && <Link to={HELP_PATH}>{t('app:banner.ask_us')}</Link>;
  if (href) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    );
  }
  return (
    onClick && (
      <Anchor component="button" type="button" size="sm" c="inherit" fw={600} underline="always" onClick={onClick}>
        {label}
      </Anchor>
    )
  );
}

const roomNotices = rooms.flatMap(({ useNotice }) => (useNotice ? [useNotice] : []));

function useMostSerious(): CabinetNotice | undefined {
  // oxlint-disable-next-line react-hooks/rules-of-hooks -- the list never changes, so the order of hooks does not either
  const notices = roomNotices.map((useNotice) => useNotice());
  return notices
    .filter((notice) => notice !== undefined)
    .toSorted((a, b) => NOTICE_ORDER.indexOf(a.kind) - NOTICE_ORDER.indexOf(b.kind))[0];
}
