import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';

/** The way from the payments to what renews by itself. */
export function RenewalsLink() {
  const t = useTexts();
  return (
    <Button component={Link} to="/payments/subscriptions" variant="default">
      {t('billing:renewals.link')}
    </Button>
  );
}
