/**
 * Statements that a clinic's assistant may not make, because only a doctor can: that the contact has a disease, which medicine to take
 * and how much of it, or that no doctor is needed. Words of the four languages; a question or a condition states nothing.
 */

/** Beginnings of names of medicines, in both alphabets. */
const MEDICINES =
  /(?<!\p{L})(?:ибупрофен|нурофен|парацетамол|аспирин|анальгин|но-?шп|цитрамон|кеторол|кетанов|найз|нимесил|диклофенак|амоксициллин|амоксиклав|азитромицин|сумамед|супрастин|лоратадин|зодак|цетиризин|омепразол|омез|смект|активирован\p{L}+ угл|валидол|валокордин|корвалол|нитроглицерин|каптоприл|антибиотик|обезболивающ|жаропонижающ|антигистамин|снодійн|знеболювальн|жарознижувальн|ібупрофен|аспірин|анальгін|парацетамол|антибіотик|ibuprofen|paracetamol|acetaminophen|aspirin|naproxen|diclofenac|amoxicillin|azithromycin|omeprazole|loratadine|cetirizine|antibiotic|painkiller|antihistamine|tylenol|advil|dipirona|ibuprofeno|amoxicilina|azitromicina|omeprazol|loratadina|antibiótico|analgésico|anti-?inflamatóri)\p{L}*/iu;

/** How much of a medicine: weights are of medicines alone, spoons and pieces may be of other things. */
const DOSE = /\d+(?:[.,]\d+)?\s*(?:мг|мкг|mg|mcg|µg)(?!\p{L})/iu;
const PIECES =
  /\d+(?:[.,]\d+)?\s*(?:мл|ml|капл\p{L}*|капель|таблет\p{L}*|капсул\p{L}*|ампул\p{L}*|крапл\p{L}*|drops?|tablets?|pills?|capsules?|gotas?|comprimidos?|cápsulas?)(?!\p{L})/iu;

/** Orders to take or use something. */
const ORDERS =
  /(?<!\p{L})(?:принимайте|пропейте|выпейте|пейте|закапывайте|закапайте|полощите|прополощите|намажьте|мажьте|наносите|колите|уколите|вколите|рассасывайте|приймайте|випийте|пийте|закапуйте|полощіть|намастіть|розсмоктуйте|tome|beba|pingue|passe\s+(?:a\s+)?pomada|faça\s+gargarejo)(?!\p{L})/iu;
/** Words of taking something, which alone may be of time or papers. */
const TAKING =
  /(?<!\p{L})(?:примите|принять|принимать|выпить|пить|попить|прийміть|прийняти|приймати|випити|пити|take|taking|use|try|drink|apply|tomar|tome|usar|use|experimente|начните|попробуйте|спробуйте|помож|допомож|helps?|ajuda)\p{L}*/iu;

const DISEASES =
  'гастрит|язв|ангин|грипп|орви|орз|простуд|пневмони|бронхит|отит|гайморит|синусит|тонзиллит|фарингит|цистит|пиелонефрит|простатит|аллерги|астм|мигрен|инфекци|воспалени|перелом|растяжени|вывих|ушиб|грыж|остеохондроз|артрит|артроз|радикулит|опухол|онкологи|диабет|гипертони|гипотони|анеми|депресси|невроз|инсульт|инфаркт|стенокарди|аритми|аппендицит|холецистит|панкреатит|геморрой|варикоз|тромбоз|кариес|пульпит|пародонтит|дерматит|экзем|псориаз|герпес|ветрянк|коронавирус|ковид|беременност|виразк|ангін|грип|застуд|пневмоні|бронхіт|отит|гайморит|цистит|алергі|мігрен|інфекці|запаленн|перелом|вивих|грижа|пухлин|діабет|гіпертоні|анемі|депресі|інсульт|інфаркт|апендицит|карієс|вагітніст|gastritis|ulcer|flu|influenza|cold|pneumonia|bronchitis|otitis|sinusitis|tonsillitis|cystitis|allerg|asthma|migraine|infection|inflammation|fracture|sprain|hernia|arthritis|tumou?r|cancer|diabetes|hypertension|an(?:a)?emia|depression|stroke|heart attack|appendicitis|thrombosis|caries|pulpitis|dermatitis|eczema|herpes|covid|pregnan|gastrite|úlcera|gripe|resfriado|pneumonia|bronquite|otite|sinusite|amigdalite|cistite|alergia|enxaqueca|infecção|inflamação|fratura|entorse|hérnia|artrite|câncer|tumor|hipertensão|anemia|depressão|infarto|apendicite|trombose|cárie|dermatite|grávida';

const HEDGES =
  '(?:(?:скорее\\s+всего|вероятно|похоже|видимо|возможно|наверное|может\\s+быть|кажется|явно|точно|просто|обычн\\p{L}+|остр\\p{L}+|лёгк\\p{L}+|легк\\p{L}+|хроническ\\p{L}+|начинается|это|на|имовірно|схоже|мабуть|можливо|ймовірно|гостр\\p{L}+|хронічн\\p{L}+|probably|likely|most|possibly|maybe|just|a|an|an?\\s+acute|acute|mild|chronic|some|the|provavelmente|talvez|uma?|com|aguda?|leve|crônica?)[\\s,]+){0,5}';

/** "У вас, похоже, гастрит", "you probably have the flu", "parece gripe". */
const DIAGNOSES = [
  `(?<!\\p{L})(?:у\\s+вас|у\\s+тебя|у\\s+тебе)[\\s,]+${HEDGES}(?:${DISEASES})`,
  `(?<!\\p{L})(?:это|скорее\\s+всего|похоже\\s+на|вероятнее\\s+всего|це|схоже\\s+на|найімовірніше)[\\s,]+${HEDGES}(?:${DISEASES})`,
  `\\byou(?:['’]ve|\\s+have|\\s+may\\s+have|\\s+might\\s+have|\\s+probably\\s+have|\\s+likely\\s+have|['’]re|\\s+are)\\s+(?:got\\s+)?${HEDGES}(?:${DISEASES})`,
  `\\b(?:it|this|that)\\s+(?:is|may\\s+be|might\\s+be|could\\s+be|sounds\\s+like|looks\\s+like|seems\\s+like)\\s+${HEDGES}(?:${DISEASES})`,
  `(?<!\\p{L})(?:você\\s+(?:tem|está)|isso\\s+(?:é|parece|pode\\s+ser)|parece(?:\\s+ser)?|deve\\s+ser|pode\\s+ser)\\s+${HEDGES}(?:${DISEASES})`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** "It will pass by itself", "you need no doctor". */
const REASSURANCES = [
  /(?<!\p{L})(?:само\s+(?:пройд[её]т|пройде|мине)|ничего\s+(?:страшного|опасного)|нічого\s+страшного|это\s+не\s+опасно|це\s+не\s+небезпечно)(?!\p{L})/iu,
  /(?<!\p{L})(?:врач|доктор|лікар)\p{L}*\s+(?:вам\s+)?не\s+(?:нуж|потріб)\p{L}*/iu,
  /(?<!\p{L})(?:к\s+врачу|до\s+лікаря)\s+(?:можно\s+не|можна\s+не)/iu,
  /\b(?:it\s+will\s+(?:pass|go\s+away)|nothing\s+(?:serious|to\s+worry\s+about)|(?:it|this)(?:['’]s|\s+is)\s+not\s+(?:serious|dangerous)|you\s+(?:don['’]t|do\s+not)\s+need\s+(?:to\s+see\s+)?a\s+doctor)\b/iu,
  /(?<!\p{L})(?:vai\s+passar\s+sozinho|não\s+é\s+(?:grave|perigoso|nada\s+grave)|não\s+precisa\s+de\s+médico)(?!\p{L})/iu,
];

const QUESTION = /\?[!?)\s]*$/u;
/** Before a claim: "если у вас аллергия, …", "does a doctor say that …". */
const CONDITION = /(?<!\p{L})(?:если|когда|якщо|коли|if|when|in\s+case|se|quando|caso)(?!\p{L})[^,;—–]*$/iu;

/** Sentences of a reply that diagnose or advise. */
export function adviceIn(reply: string): string[] {
  return reply
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(isAdvice);
}

function isAdvice(sentence: string): boolean {
  if (DOSE.test(sentence) || ORDERS.test(sentence)) return true;
  if (TAKING.test(sentence) && (MEDICINES.test(sentence) || PIECES.test(sentence))) return true;
  if (QUESTION.test(sentence)) return false;
  return [...DIAGNOSES, ...REASSURANCES].some((words) => {
    const found = words.exec(sentence);
    return found !== null && !CONDITION.test(sentence.slice(0, found.index));
  });
}
