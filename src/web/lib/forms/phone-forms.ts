/** Phone formats of the most frequent countries, for Britain mobile ones; the library's rules cover the rest. */
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
  {
    pattern: /^\+44(7[1-57-9]\d\d)(\d{6})$/,
    countries: ['GB', 'GG', 'IM', 'JE'],
    national: '0$1 $2',
    international: '+44 $1 $2',
  },
  {
    pattern: /^\+995(5\d\d)(\d\d)(\d\d)(\d\d)$/,
    countries: ['GE'],
    national: '$1 $2 $3 $4',
    international: '+995 $1 $2 $3 $4',
  },
  {
    pattern: /^\+374(33|4[1349]|[57]7|55|88|9[13-9])(\d{6})$/,
    countries: ['AM'],
    national: '0$1 $2',
    international: '+374 $1 $2',
  },
  {
    pattern: /^\+994([14-79]0|[59][159]|44|77|99)(\d{3})(\d\d)(\d\d)$/,
    countries: ['AZ'],
    national: '0$1 $2 $3 $4',
    international: '+994 $1 $2 $3 $4',
  },
  {
    pattern: /^\+998(20|33|50|77|88|9[0-57-9])(\d{3})(\d\d)(\d\d)$/,
    countries: ['UZ'],
    national: '$1 $2 $3 $4',
    international: '+998 $1 $2 $3 $4',
  },
  {
    pattern: /^\+996([57]\d\d)(\d{3})(\d{3})$/,
    countries: ['KG'],
    national: '0$1 $2 $3',
    international: '+996 $1 $2 $3',
  },
  {
    pattern: /^\+373([67]\d\d)(\d\d)(\d{3})$/,
    countries: ['MD'],
    national: '0$1 $2 $3',
    international: '+373 $1 $2 $3',
  },
  {
    pattern: /^\+90(5(?!12)\d\d)(\d{3})(\d\d)(\d\d)$/,
    countries: ['TR'],
    national: '0$1 $2 $3 $4',
    international: '+90 $1 $2 $3 $4',
  },
  { pattern: /^\+972(5\d)(\d{3})(\d{4})$/, countries: ['IL'], national: '0$1-$2-$3', international: '+972 $1 $2 $3' },
  { pattern: /^\+971(5\d)(\d{3})(\d{4})$/, countries: ['AE'], national: '0$1 $2 $3', international: '+971 $1 $2 $3' },
  {
    pattern: /^\+48(45\d|5[0137]\d|6[069]\d|7[2389]\d|88\d)(\d{3})(\d{3})$/,
    countries: ['PL'],
    national: '$1 $2 $3',
    international: '+48 $1 $2 $3',
  },
  { pattern: /^\+357(9\d)(\d{6})$/, countries: ['CY'], national: '$1 $2', international: '+357 $1 $2' },
];

/** Formats an E.164 phone for people of a country; null when the table lacks it. */
export function writtenPhone(phone: string, countryCode: string): string | null {
  for (const { pattern, countries, national, international } of FORMS) {
    if (pattern.test(phone)) {
      return unbroken(phone.replace(pattern, countries.includes(countryCode) ? national : international));
    }
  }
  return null;
}

/** Replaces spaces by non-breaking ones, so that a phone stays on one line. */
export function unbroken(written: string): string {
  return written.replaceAll(' ', '\u00a0');
}
