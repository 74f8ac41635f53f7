/** How the countries most of our people live in write phones; everything else is left to the library's rules. */
type PhoneForm = {
  /** The number in E.164; its groups fill the forms. */
  pattern: RegExp;
  countries: readonly string[];
  /** For people of the same country. */
  national: string;
  international: string;
};

const FORMS: readonly PhoneForm[] = [
  {
    pattern: /^\+7([3489]\d\d)(\d{3})(\d\d)(\d\d)$/,
    countries: ['RU'],
    national: '8 ($1) $2-$3-$4',
    international: '+7 $1 $2 $3 $4',
  },
  {
    pattern: /^\+7(7\d\d)(\d{3})(\d\d)(\d\d)$/,
    countries: ['KZ'],
    national: '8 ($1) $2 $3$4',
    international: '+7 $1 $2 $3$4',
  },
  {
    pattern: /^\+375(\d\d)(\d{3})(\d\d)(\d\d)$/,
    countries: ['BY'],
    national: '8 0$1 $2-$3-$4',
    international: '+375 $1 $2 $3 $4',
  },
  { pattern: /^\+380(\d\d)(\d{3})(\d{4})$/, countries: ['UA'], national: '0$1 $2 $3', international: '+380 $1 $2 $3' },
  { pattern: /^\+55(\d\d)(9\d{4})(\d{4})$/, countries: ['BR'], national: '($1) $2-$3', international: '+55 $1 $2 $3' },
  {
    pattern: /^\+1(\d{3})(\d{3})(\d{4})$/,
    countries: ['US', 'CA'],
    national: '($1) $2-$3',
    international: '+1 $1 $2 $3',
  },
];

/** Writes an E.164 phone as people of a country do; null when its form is not in the table. */
export function writtenPhone(phone: string, countryCode: string): string | null {
  for (const { pattern, countries, national, international } of FORMS) {
    if (pattern.test(phone)) {
      return unbroken(phone.replace(pattern, countries.includes(countryCode) ? national : international));
    }
  }
  return null;
}

/** A phone never breaks over two lines. */
export function unbroken(written: string): string {
  return written.replaceAll(' ', '\u00a0');
}
