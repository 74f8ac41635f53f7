import { brand } from '#web/lib/brand.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './Footer.module.css';

export function Footer() {
  const t = useTexts();
  if (!brand.features.footer) return null;
  return (
    <footer className={classes.footer}>
      <span>{t('app.copyright', { year: new Date().getFullYear(), product: brand.productName })}</span>
      <span>{t('app.version')}</span>
    </footer>
  );
}
