import { brand } from './brand.ts';
import classes from './Logo.module.css';

/** The product's logo; the mark alone where there is no room. */
export function Logo({ isFolded = false }: { isFolded?: boolean }) {
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 32 32" width={32} height={32} aria-hidden>
        <rect width="32" height="32" rx="9" className={classes.plate} />
        <path
          d="M7 21.5h18M9 21.5a7 7 0 0 1 14 0M16 14.5V11m-2.2 0h4.4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      <span className={isFolded ? classes.hidden : classes.name}>{brand.productName}</span>
    </span>
  );
}
