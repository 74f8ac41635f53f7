import type { ReactNode } from 'react';
import classes from './PagePhone.module.css';

type Props = {
  label: string;
  /** BCP 47. */
  lang: string;
  businessName: string;
  logoUrl: string | null;
  title: string;
  children: ReactNode;
};

/** A phone with a public page of the business, beside the settings of the page. */
export function PagePhone({ label, lang, businessName, logoUrl, title, children }: Props) {
  return (
    <div className={classes.phone} role="group" aria-label={label} tabIndex={0}>
      <div className={classes.page} lang={lang}>
        {logoUrl && <img className={classes.logo} src={logoUrl} alt={businessName} />}
        <p className={classes.business}>{businessName}</p>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
