/**
 * Numbers that plans and messengers write in two forms: the digits of a former or a local form after the plus, and what
 * replaces them. Each form belongs to one person.
 *
 * Brazil: mobiles of eight digits got a 9 until 2016; WhatsApp still names many without it. Argentina: the 9 marks
 * calls to a mobile; fixed and mobile numbers share one range. Mexico: the 1 did so until 2019. Côte d'Ivoire got ten
 * digits in 2021, Benin in 2024.
 */
const OTHER_FORMS: readonly (readonly [form: RegExp, canonical: string])[] = [
  [/^\+55([1-9][1-9])([6-9]\d{7})$/, '+55$19$2'],
  [/^\+54([1-8]\d{9})$/, '+549$1'],
  [/^\+521([2-9]\d{9})$/, '+52$1'],
  [/^\+225(\d[0-3]\d{6})$/, '+22501$1'],
  [/^\+225(\d[4-6]\d{6})$/, '+22505$1'],
  [/^\+225(\d[7-9]\d{6})$/, '+22507$1'],
  [/^\+229([2-9]\d{7})$/, '+22901$1'],
];

/**
 * Returns the form of a phone under which its person is stored and found: `+551187651100` and `+5511987651100` are one.
 *
 * @param phone E.164
 */
export function canonicalPhone(phone: string): string {
  const [form, canonical] = OTHER_FORMS.find(([other]) => other.test(phone)) ?? [];
  return form && canonical ? phone.replace(form, canonical) : phone;
}
