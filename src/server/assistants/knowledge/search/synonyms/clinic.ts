import type { Concept } from '#server/assistants/knowledge/search/synonym-rules.ts';

/** Clinics and dentists. */
export const CLINIC: readonly Concept[] = [
  {
    ru: 'врач, доктор, специалист, терапевт, медик',
    uk: 'лікар, доктор, спеціаліст, терапевт, медик',
    en: 'doctor, physician, specialist, gp, medic',
    pt: 'médico, médica, doutor, especialista, clínico geral',
  },
  {
    ru: 'стоматолог, зубной, зубы, зуб, пломба, кариес, болит зуб, дантист',
    uk: 'стоматолог, зубний, зуби, зуб, пломба, карієс, болить зуб, дантист',
    en: 'dentist, teeth, tooth, filling, caries, cavity, toothache, dental',
    pt: 'dentista, dentes, dente, obturação, cárie, dor de dente',
  },
  {
    ru: 'анализы, сдать кровь, кровь, лаборатория, забор крови, исследование',
    uk: 'аналізи, здати кров, кров, лабораторія, забір крові, дослідження',
    en: 'tests, blood test, blood, laboratory, lab, sample',
    pt: 'exames, exame de sangue, sangue, laboratório, coleta',
  },
  {
    ru: 'результаты анализов, заключение, расшифровка, готовы анализы',
    uk: 'результати аналізів, висновок, розшифровка, готові аналізи',
    en: 'test results, results, report, conclusion',
    pt: 'resultado do exame, resultados, laudo',
  },
  {
    ru: 'узи, ультразвук, мрт, рентген, снимок, кт, флюорография',
    uk: 'узд, ультразвук, мрт, рентген, знімок, кт, флюорографія',
    en: 'ultrasound, mri, x-ray, xray, scan, ct',
    pt: 'ultrassom, ressonância, raio-x, tomografia, imagem',
  },
  {
    ru: 'страховка, полис, омс, дмс, страховая',
    uk: 'страховка, поліс, страхова, дмс',
    en: 'insurance, policy, insured, coverage',
    pt: 'convênio, plano de saúde, seguro',
  },
  {
    ru: 'справка, больничный, выписка, документы, медкнижка',
    uk: 'довідка, лікарняний, виписка, документи, медкнижка',
    en: 'certificate, sick leave, medical record, documents, doctor note',
    pt: 'atestado, declaração, prontuário, documentos',
  },
  {
    ru: 'приём, консультация, осмотр, первичный, повторный',
    uk: 'прийом, консультація, огляд, первинний, повторний',
    en: 'consultation, visit, checkup, examination, first visit, follow-up',
    pt: 'consulta, atendimento, avaliação, retorno',
  },
  {
    ru: 'гинеколог, женский врач, акушер',
    uk: 'гінеколог, жіночий лікар, акушер',
    en: 'gynecologist, gynaecologist, obstetrician',
    pt: 'ginecologista, obstetra',
  },
  {
    ru: 'педиатр, детский врач',
    uk: 'педіатр, дитячий лікар',
    en: 'pediatrician, children doctor',
    pt: 'pediatra, médico infantil',
  },
  {
    ru: 'прививка, вакцина, вакцинация, уколоть',
    uk: 'щеплення, вакцина, вакцинація',
    en: 'vaccination, vaccine, shot, jab',
    pt: 'vacina, vacinação',
  },
  {
    ru: 'натощак, голодный, не есть, поесть перед',
    uk: 'натще, голодний, не їсти, поїсти перед',
    en: 'fasting, empty stomach, eat before',
    pt: 'jejum, em jejum, comer antes',
  },
  {
    ru: 'болит, боль, больно, обезболивание, анестезия, наркоз',
    uk: 'болить, біль, боляче, знеболення, анестезія, наркоз',
    en: 'pain, hurts, painful, anesthesia, numbing',
    pt: 'dor, dói, anestesia, doloroso',
  },
  {
    ru: 'на дом, вызов врача, домой, выезд',
    uk: 'додому, виклик лікаря, виїзд',
    en: 'home visit, house call, at home',
    pt: 'em casa, domiciliar, a domicílio',
  },
  {
    ru: 'онлайн-консультация, телемедицина, по видео, удалённо',
    uk: 'онлайн-консультація, телемедицина, по відео, віддалено',
    en: 'online consultation, telemedicine, video call, remote',
    pt: 'consulta online, telemedicina, vídeo, remoto',
  },
];
