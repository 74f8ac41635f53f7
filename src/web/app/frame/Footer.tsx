import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './Footer.module.css';

const YEAR = String(new Date().getFullYear());

export function Footer() {
  const t = useTexts();
  if (!brand.features.footer) return null;
  return (
    <footer className={classes.footer}>
      <span>{t('app:copyright', { year: YEAR, product: brand.productName })}</span>
      <span>{t('app:version')}</span>
    </footer>
  );
}
